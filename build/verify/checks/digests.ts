import { digestOf } from "../../lib/bytes.ts";
import { percentDecoded } from "../../lib/text.ts";
import { structuredDataOf } from "../answer.ts";
import type { Findings, Row } from "../finding.ts";
import { at, listAt, textAt, valuesIn } from "../json.ts";
import type { Site, SitePage } from "../site.ts";
import { filesOf, mostFiles } from "../walk.ts";

/** Computes every digest that the site states from the bytes that are served. */
export async function digests(site: Site, found: Findings): Promise<void> {
  const stated = listAt(await site.document("state"), "documents");
  const listed = stated.map((document) => ({ path: textAt(document, "path"), document }));
  const known = new Set(listed.map(({ path }) => path));
  for (const { method, path, id } of site.endpoints)
    if (method === "GET" && !known.has(path) && id !== "state" && id !== "guestbook")
      found.fault("/api/state.json", `does not list ${path}`);
  const all = (await site.pages()).length;
  await found.each(listed, async ({ path, document }) => {
    const isFamily = path.includes("{");
    const files = isFamily ? await filesOf(site, path) : [path];
    const isPart = path === "/{page}.md" ? files.length < all : files.length > mostFiles;
    // A family may be empty. Of one that is not, and whose files nothing names, there is nothing to read.
    if (isPart || (files.length === 0 && at(document, "bytes") !== 0)) {
      found.note(path, "is not read whole, so its digest was not checked");
      return [];
    }
    const bytes = await Promise.all(files.map(async (file) => (await site.get(file)).bytes));
    const lines = files.map((file, index) => `${percentDecoded(file)} ${digestOf(bytes[index] ?? "")}\n`);
    const digest = digestOf(isFamily ? lines.sort().join("") : (bytes[0] ?? ""));
    const length = bytes.reduce((total, { byteLength }) => total + byteLength, 0);
    return [
      [digest !== textAt(document, "sha256"), "has another SHA-256 than /api/state.json says"],
      [length !== at(document, "bytes"), `has ${length} bytes; /api/state.json says ${String(at(document, "bytes"))}`],
    ];
  });
  const byPath = at(await site.document("digests"), "digests");
  const sample = (await site.sample()).map((page) => [page.markdown_path, page] as const);
  await found.each(sample, ([, page]) => ofPage(site, page, textAt(byPath, page.path)));
  const corpus = textAt(await site.document("corpus"), "jsonl");
  const path = site.local(corpus);
  found.faults("/api/corpus.json", [[path === null, "names no address of its own as `jsonl`"]]);
  if (path !== null) await found.each([path], () => ofCorpus(site, path));
}

/** Compares a page's Markdown with the digests that documents and its own structured data state. */
async function ofPage(site: Site, page: SitePage, listed: string): Promise<Row[]> {
  const digest = digestOf((await site.get(page.markdown_path)).bytes);
  const inPage = [...valuesIn(structuredDataOf(await site.text(page.path)))]
    .filter((value) => at(value, "encodingFormat") === "text/markdown" && at(value, "sha256") !== undefined)
    .map((value) => [`the structured data of ${page.path}`, textAt(value, "sha256")]);
  const stated = [["/api/site.json", page.sha256], ["/api/digests.json", listed], ...inPage];
  return stated.map(([where, value]) => [value !== digest, `has another SHA-256 than ${where} says`]);
}

/** Whether the corpus as JSON Lines has the corpus's records and is named by its digest. */
async function ofCorpus(site: Site, path: string): Promise<Row[]> {
  const text = await site.text(path);
  const digest = digestOf(text);
  const records = listAt(await site.document("corpus"), "documents");
  const isSame = records.map((record) => `${JSON.stringify(record)}\n`).join("") === text;
  return [
    [!path.includes(digest), "is named by another SHA-256 than its own"],
    [!isSame, "has other records than /api/corpus.json"],
  ];
}
