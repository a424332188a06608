import { digestOf } from "../../lib/bytes.ts";
import { percentDecoded } from "../../lib/text.ts";
import type { Answer } from "../answer.ts";
import { each, type Findings } from "../finding.ts";
import { at, listAt, textAt, valuesIn } from "../json.ts";
import { structuredDataOf } from "../markup.ts";
import type { Site } from "../site.ts";
import { filesOf } from "../walk.ts";

/** Computes every digest that the site states from the bytes that are served. */
export async function digests(site: Site, found: Findings): Promise<void> {
  const listed = listAt(await site.document("state"), "documents");
  await each(found, listed, (item, found) => documentDigest(site, item, found));
  const known = new Set(listed.map((item) => textAt(item, "path")));
  for (const { method, path, id } of site.endpoints)
    if (method === "GET" && !known.has(path) && id !== "state" && id !== "guestbook")
      found.fault("/api/state.json", `does not list ${path}`);
  await pageDigests(site, found);
  const path = site.local(textAt(await site.document("corpus"), "jsonl"));
  if (path === null) return found.fault("/api/corpus.json", "names no address of its own as `jsonl`");
  await each(found, [path], (path, found) => corpusFile(site, path, found));
}

/** Compares a document, or all files of a family, with what state.json says of it. */
async function documentDigest(site: Site, stated: unknown, found: Findings): Promise<void> {
  const path = textAt(stated, "path");
  const isFamily = path.includes("{");
  const { files, unread } = isFamily ? await filesOf(site, path) : { files: [path], unread: null };
  if (unread !== null) return found.note(path, unread);
  const answers: Answer[] = [];
  for (const file of files) answers.push(await site.get(file));
  const lines = answers.map((answer) => `${percentDecoded(answer.path)} ${digestOf(answer.bytes)}\n`);
  const digest = isFamily ? digestOf(lines.sort().join("")) : digestOf(answers[0]?.bytes ?? "");
  const bytes = answers.reduce((total, answer) => total + answer.bytes.byteLength, 0);
  found.faults(path, [
    [digest !== textAt(stated, "sha256"), "has another SHA-256 than /api/state.json says"],
    [bytes !== at(stated, "bytes"), `has ${bytes} bytes; /api/state.json says ${JSON.stringify(at(stated, "bytes"))}`],
  ]);
}

/** Compares each page's Markdown with the digest that documents and its own structured data state. */
async function pageDigests(site: Site, found: Findings): Promise<void> {
  const byPath = at(await site.document("digests"), "digests");
  const records = listAt(await site.document("corpus"), "documents");
  const inCorpus = new Map(records.map((record) => [site.local(textAt(record, "url")), textAt(record, "sha256")]));
  const sample = await site.sample();
  const look = async ({ path, markdown_path, sha256, generated }: (typeof sample)[number], found: Findings) => {
    const digest = digestOf((await site.get(markdown_path)).bytes);
    const inPage = [...valuesIn(structuredDataOf(await site.text(path)))]
      .filter((value) => at(value, "encodingFormat") === "text/markdown" && at(value, "sha256") !== undefined)
      .map((value): [string, string] => [`the structured data of ${path}`, textAt(value, "sha256")]);
    const stated: [where: string, digest: string][] = [
      ["/api/site.json", sha256],
      ["/api/digests.json", textAt(byPath, path)],
      ...(generated ? [] : [["/api/corpus.json", inCorpus.get(path) ?? ""] satisfies [string, string]]),
      ...inPage,
    ];
    for (const [where, value] of stated)
      if (value !== digest) found.fault(markdown_path, `has another SHA-256 than ${where} says`);
  };
  await each(found, sample, look, ({ markdown_path }) => markdown_path);
}

/** Whether the corpus as JSON Lines has the corpus's records and is named by its digest, which Croissant states too. */
async function corpusFile(site: Site, path: string, found: Findings): Promise<void> {
  const text = await site.text(path);
  const digest = digestOf(text);
  const lines = text.split("\n").filter((line) => line !== "");
  const records = listAt(await site.document("corpus"), "documents").map((record) => JSON.stringify(record));
  const unlike = records.findIndex((record, index) => record !== lines[index]);
  const from = unlike === -1 ? "" : `, from number ${unlike + 1} on`;
  const hasCroissant = site.endpoints.some(({ id }) => id === "croissant");
  const inCroissant = hasCroissant ? at(await site.document("croissant"), "distribution", 0, "sha256") : digest;
  found.faults(path, [
    [!path.includes(digest), "is named by another SHA-256 than its own"],
    [unlike !== -1 || lines.length !== records.length, `has other records than /api/corpus.json${from}`],
    [inCroissant !== digest, "has another SHA-256 than /corpus/croissant.json says"],
  ]);
}
