import { describe, expect, test } from "vitest";
import { splitFile } from "../../build/content/head.ts";

describe("a file is split at the lines around its head", () => {
  test.each<[text: string, data: Record<string, unknown>, body: string, offset: number]>([
    ["---\ntitle: A\n---\nText.\n", { title: "A" }, "Text.\n", 3],
    ["---\ntitle: A\n---\n\nText.\n", { title: "A" }, "\nText.\n", 3],
    ["---\ntitle: A\n---", { title: "A" }, "", 2],
    ["---\n---\nText.", {}, "Text.", 2],
    ["---\n# only a comment\n---\nText.", {}, "Text.", 3],
    ["---\n\ntitle: A\n\n---  \nText.", { title: "A" }, "Text.", 5],
    ["---\ntitle: A\n...\nText.", { title: "A" }, "Text.", 3],
    ["--- toml\ntitle = 'A'\n---\nText.", { title: "A" }, "Text.", 3],
    ["+++\ntitle = 'A'\n+++\nText.", { title: "A" }, "Text.", 3],
    [';;;\n{"title": "A"}\n;;;\nText.', { title: "A" }, "Text.", 3],
    ["---\ntitle: A\n---\n\n---\n", { title: "A" }, "\n---\n", 3],
    // A line that only begins like the last one does not end the head, so that a draft stays one.
    ["---\ntitle: A\n-----\ndraft: true\n---\nText.", { draft: true }, "Text.", 5],
    ['+++\ntitle = """\n++++"""\n+++\nText.', { title: "++++" }, "Text.", 4],
  ])("%j", (text, data, body, offset) => {
    expect(splitFile(text)).toMatchObject({ data, body, offset });
  });
});
