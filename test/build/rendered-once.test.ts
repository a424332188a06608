import { resolve } from "node:path";
import { expect, test, vi } from "vitest";
import { prepareSite } from "../../build/pipeline/prepare-site.ts";
import { isSample } from "../support/sample.ts";
import { folderOf } from "./folder.ts";
import { sampleContent } from "./site.ts";

const { renderMarkdown } = vi.hoisted(() => ({ renderMarkdown: vi.fn() }));
vi.mock(import("../../build/markdown/render-markdown.ts"), async (original) => {
  const actual = await original();
  renderMarkdown.mockImplementation(actual.renderMarkdown);
  return { ...actual, renderMarkdown };
});

/**
 * How often Markdown is rendered in a build, how many pages it makes, and how many of them have a
 * reference of the software beside their author's words.
 */
async function countIn(input: string): Promise<{ calls: number; pages: number }> {
  renderMarkdown.mockClear();
  const { model } = await prepareSite({ input });
  return { calls: renderMarkdown.mock.calls.length, pages: model.pages.length };
}

const site = resolve(import.meta.dirname, "../../site");

test.each(isSample ? [site, sampleContent] : [sampleContent])(
  "each page of %s is rendered once",
  async (input) => {
    const { calls, pages } = await countIn(input);
    expect(pages).toBeGreaterThan(20);
    expect(calls).toBeLessThanOrEqual(pages);
  },
);

test("the page of a folder is rendered once more where its list is added to the author's words", async () => {
  const files = {
    "index.md": "# Home\n\n[A](/a/)\n",
    "a/index.md": "# A\n\nNo links.\n",
    "a/one.md": "# One\n",
    "a/two.md": "# Two\n",
  };
  const { calls, pages } = await countIn(folderOf(files));
  expect(calls).toBeLessThanOrEqual(pages + 1);
});
