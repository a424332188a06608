import { digestOf } from "../../lib/bytes.ts";
import { type Answer, structuredDataOf } from "../answer.ts";
import { type Check, each, type Findings } from "../finding.ts";
import { at, listAt, textAt } from "../json.ts";
import type { Site } from "../site.ts";
import { filesOf } from "./families.ts";

/** Computes every digest that the site states from the bytes that are served. */
export const digests: Check = {
  id: "digests",
  title: "Every stated digest is that of the bytes served",
  part: "contract",
  async run(site, found) {
    await documentDigests(site, found);
    await pageDigests(site, found);
    await corpusFile(site, found);
  },
};

async function documentDigests(site: Site, found: Findings): Promise<void> {
  const listed = listAt(await site.document("state"), "documents");
  await each(found, listed, async (item, found) => {
    const path = textAt(item, "path");
    const isFamily = path.includes("{");
    const files = isFamily ? await filesOf(site, path) : [path];
    if (!Array.isArray(files)) return found.note(path, files.unread);
    const answers: Answer[] = [];
    for (const file of files) answers.push(await site.get(file));
    const bytes = answers.reduce((total, answer) => total + answer.bytes.byteLength, 0);
    const digest = isFamily ? digestOfFamily(answers) : digestOf(answers[0]?.bytes ?? "");
    if (digest !== textAt(item, "sha256")) found.fault(path, "has another SHA-256 than /api/state.json says");
    if (bytes !== at(item, "bytes"))
      found.fault(path, `has ${bytes} bytes; /api/state.json says ${JSON.stringify(at(item, "bytes"))}`);
  });
  const known = new Set(listed.map((item) => textAt(item, "path")));
  for (const { method, path, id } of site.endpoints)
    if (method === "GET" && !known.has(path) && id !== "state" && id !== "guestbook")
      found.fault("/api/state.json", `does not list ${path}`);
}

/** The digest of a family of files: of a sorted list of their paths and digests. */
function digestOfFamily(answers: readonly Answer[]): string {
  const lines = answers.map(({ path, bytes }) => `${decodeURIComponent(path)} ${digestOf(bytes)}\n`);
  return digestOf(lines.sort().join(""));
}

async function pageDigests(site: Site, found: Findings): Promise<void> {
  const byPath = at(await site.document("digests"), "digests");
  const records = listAt(await site.document("corpus"), "documents");
  const inCorpus = new Map(records.map((record) => [site.local(textAt(record, "url")), textAt(record, "sha256")]));
  const sample = await site.sample();
  const look = async ({ path, markdown_path, sha256, generated }: (typeof sample)[number], found: Findings) => {
    const digest = digestOf((await site.get(markdown_path)).bytes);
    const stated: Record<string, string | null> = {
      "/api/site.json": sha256,
      "/api/digests.json": textAt(byPath, path),
      "/api/corpus.json": generated ? null : (inCorpus.get(path) ?? ""),
      [`the structured data of ${path}`]: linkedDigest(await site.text(path)),
    };
    for (const [where, value] of Object.entries(stated))
      if (value !== null && value !== digest) found.fault(markdown_path, `has another SHA-256 than ${where} says`);
  };
  await each(found, sample, look, ({ markdown_path }) => markdown_path);
}

/** The digest of its twin that a page's structured data states, or null. */
function linkedDigest(html: string): string | null {
  const [text = ""] = structuredDataOf(html);
  return /"encodingFormat":"text\/markdown","sha256":"([0-9a-f]*)"/.exec(text)?.[1] ?? null;
}

/** The corpus as JSON Lines is named by its digest, has the corpus's records, and Croissant states the same digest. */
async function corpusFile(site: Site, found: Findings): Promise<void> {
  const corpus = await site.document("corpus");
  const path = site.local(textAt(corpus, "jsonl"));
  if (path === null) return found.fault("/api/corpus.json", "names no address of its own as `jsonl`");
  await each(found, [path], async (_, found) => {
    const text = await site.text(path);
    const digest = digestOf(text);
    if (!path.includes(digest)) found.fault(path, "is named by another SHA-256 than its own");
    const lines = text.split("\n").filter((line) => line !== "");
    const records = listAt(corpus, "documents").map((record) => JSON.stringify(record));
    const unlike = records.findIndex((record, index) => record !== lines[index]);
    if (unlike !== -1) found.fault(path, `has other records than /api/corpus.json, from number ${unlike + 1} on`);
    else if (lines.length !== records.length) found.fault(path, "has other records than /api/corpus.json");
    if (!site.endpoints.some(({ id }) => id === "croissant")) return;
    if (textAt(await site.document("croissant"), "distribution", 0, "sha256") !== digest)
      found.fault(path, "has another SHA-256 than /corpus/croissant.json says");
  });
}
