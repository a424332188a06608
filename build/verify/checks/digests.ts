import { digestOf } from "../../lib/bytes.ts";
import { type Answer, textOf } from "../answer.ts";
import { type Check, each, type Finding, fault, note, unless } from "../finding.ts";
import { at, listAt, textAt } from "../json.ts";
import { structuredDataOf } from "../page-html.ts";
import type { Site } from "../site.ts";
import { locations } from "./agreement.ts";
import { schemaPaths, searchFiles } from "./schemas.ts";

/** Computes every digest that the site states from the bytes that are served. */
export const digests: Check = {
  id: "digests",
  title: "Every stated digest is that of the bytes served",
  part: "contract",
  async run(site) {
    return [...(await documentDigests(site)), ...(await pageDigests(site)), ...(await corpusFile(site))];
  },
};

async function documentDigests(site: Site): Promise<Finding[]> {
  const listed = listAt(await site.document("state"), "documents");
  const found = await each(listed, async (item) => {
    const path = textAt(item, "path");
    const files = path.includes("{") ? await familyOf(site, path) : [path];
    if (files === null)
      return [note(path, "is a family of files too large to be read whole; its pages were checked one by one")];
    const answers: Answer[] = [];
    for (const file of files) answers.push(await site.get(file));
    const bytes = answers.reduce((total, answer) => total + answer.bytes.byteLength, 0);
    const digest = path.includes("{")
      ? digestOf(
          answers
            .map((answer) => `${decodeURIComponent(answer.path)} ${digestOf(answer.bytes)}\n`)
            .sort()
            .join(""),
        )
      : digestOf(answers[0]?.bytes ?? "");
    return [
      ...unless(digest === textAt(item, "sha256"), path, "has another SHA-256 than /api/state.json says"),
      ...unless(
        bytes === at(item, "bytes"),
        path,
        `has ${bytes} bytes; /api/state.json says ${JSON.stringify(at(item, "bytes"))}`,
      ),
    ];
  });
  const known = new Set(listed.map((item) => textAt(item, "path")));
  const unlisted = site.endpoints.filter(
    ({ method, path, id }) => method === "GET" && !known.has(path) && id !== "state" && id !== "guestbook",
  );
  return [...found, ...unlisted.map(({ path }) => fault("/api/state.json", `does not list ${path}`))];
}

/** More files of the search index than this are not read. */
const mostSearchFiles = 50;

/** The files of a family, as far as documents name them; null if it is unknown or has too many. */
async function familyOf(site: Site, pattern: string): Promise<string[] | null> {
  const paths = (urls: readonly string[]) => urls.flatMap((url) => site.local(url) ?? []);
  if (pattern === "/api/schemas/{name}.json") return schemaPaths(site);
  if (pattern === "/corpus/{sha256}.jsonl") return paths([textAt(await site.document("corpus"), "jsonl")]);
  if (pattern.startsWith("/search/")) {
    const files = await searchFiles(site, pattern);
    return files.length > mostSearchFiles ? null : files;
  }
  if (pattern === "/sitemap-{number}.xml")
    return paths(locations(textOf((await site.get("/sitemap.xml")).bytes))).filter((path) =>
      /^\/sitemap-\d+\.xml$/.test(path),
    );
  if (pattern === "/llms/{section}.txt") {
    // llms.txt names the first file of each section, and each file the next.
    const found = new Set<string>(["/llms.txt"]);
    for (const file of found) {
      const text = textOf((await site.get(file)).bytes);
      for (const path of paths([...text.matchAll(/https?:\/\/[^\s()]+\/llms\/[^\s()]+\.txt/g)].map(([url]) => url)))
        found.add(path);
    }
    return [...found].slice(1);
  }
  if (pattern === "/feeds/{name}.xml")
    return paths(listAt(await site.document("site"), "pages").map((page) => textAt(page, "feed")));
  if (pattern !== "/{page}.md") return null;
  const [all, sample] = [await site.pages(), await site.sample()];
  return sample.length < all.length ? null : all.map(({ markdown_path }) => markdown_path);
}

async function pageDigests(site: Site): Promise<Finding[]> {
  const [byPath, corpus] = [at(await site.document("digests"), "digests"), await site.document("corpus")];
  const records = new Map(
    listAt(corpus, "documents").map((record) => [site.local(textAt(record, "url")), textAt(record, "sha256")]),
  );
  return each(
    await site.sample(),
    async ({ path, markdown_path, sha256 }) => {
      const digest = digestOf((await site.get(markdown_path)).bytes);
      const stated: [string, string][] = [
        ["/api/site.json", sha256],
        ["/api/digests.json", textAt(byPath, path)],
        ["/api/corpus.json", records.get(path) ?? ""],
      ];
      const inPage = linkedDigest(textOf((await site.get(path)).bytes));
      if (inPage !== null) stated.push([`the structured data of ${path}`, inPage]);
      return stated.flatMap(([where, value]) =>
        unless(value === digest, markdown_path, `has another SHA-256 than ${where} says`),
      );
    },
    ({ markdown_path }) => markdown_path,
  );
}

/** The digest of its twin that a page's structured data states, or null. */
function linkedDigest(html: string): string | null {
  const [text = ""] = structuredDataOf(html);
  return /"encodingFormat":"text\/markdown","sha256":"([0-9a-f]*)"/.exec(text)?.[1] ?? null;
}

/** The corpus as JSON Lines is named by its digest, has the corpus's records, and Croissant states the same digest. */
async function corpusFile(site: Site): Promise<Finding[]> {
  const corpus = await site.document("corpus");
  const path = site.local(textAt(corpus, "jsonl"));
  if (path === null) return [fault("/api/corpus.json", "names no address of its own as `jsonl`")];
  return each(
    [path],
    async () => {
      const text = textOf((await site.get(path)).bytes);
      const digest = digestOf(text);
      const lines = text.split("\n").filter((line) => line !== "");
      const records = listAt(corpus, "documents").map((record) => JSON.stringify(record));
      const unlike = records.findIndex((record, index) => record !== lines[index]);
      const croissant = site.endpoints.some(({ id }) => id === "croissant")
        ? textAt(await site.document("croissant"), "distribution", 0, "sha256")
        : digest;
      return [
        ...unless(path.includes(digest), path, "is named by another SHA-256 than its own"),
        ...unless(
          unlike === -1 && lines.length === records.length,
          path,
          `has other records than /api/corpus.json${unlike === -1 ? "" : `, from number ${unlike + 1} on`}`,
        ),
        ...unless(croissant === digest, path, "has another SHA-256 than /corpus/croissant.json says"),
      ];
    },
    () => path,
  );
}
