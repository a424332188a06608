import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { piecesOf } from "../../build/lib/bytes.ts";
import { forbidContent } from "../../build/pipeline/document-thread.ts";
import { loadSite } from "../../build/pipeline/load-site.ts";
import { markAsOutput } from "../../build/pipeline/output-record.ts";
import { folderOf } from "./folder.ts";
import { sampleContent, sampleSite } from "./site.ts";

test("the documents that a thread of its own makes are those that the build makes itself", async () => {
  const publication = await loadSite({ input: sampleContent });
  const folder = folderOf();
  const written = await publication.startDocuments(folder).write([{ path: "/by/a-template/" }]);
  const files = [...publication.documents([{ path: "/by/a-template/" }])].flat();
  expect(written).toEqual(files.map(({ path }) => path));
  for (const { path, content } of files)
    expect(readFileSync(join(folder, path)).equals(Buffer.concat(piecesOf(content))), path).toBe(true);
});

test("a document that cannot be written stops the build with the reason", async () => {
  const publication = await loadSite({ input: sampleContent });
  const folder = folderOf();
  markAsOutput(folder);
  mkdirSync(join(folder, "llms.txt"));
  const written = publication.startDocuments(folder).write([]);
  await expect(written).rejects.toMatchObject({ code: "EISDIR", path: join(folder, "llms.txt") });
});

test("after a build that failed the thread writes nothing", async () => {
  const publication = await loadSite({ input: sampleContent });
  const folder = folderOf();
  const thread = publication.startDocuments(folder);
  void thread.write([]);
  await thread.stop();
  expect(readdirSync(folder)).toEqual([]);
});

test("a document cannot read what the thread was not given", async () => {
  const { html: _, text: __, headings: ___, ...outline } = (await sampleSite()).model.home;
  forbidContent([outline as never]);
  const page = outline as unknown as { text: string; title: string };
  expect(() => page.text).toThrow("A document shows the content of a page that `withContent`");
  expect(page.title).not.toBe("");
});
