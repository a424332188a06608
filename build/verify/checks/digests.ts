import { isDeepStrictEqual } from "node:util";
import { digestOf } from "../../lib/bytes.ts";
import { percentDecoded } from "../../lib/text.ts";
import { structuredDataOf } from "../answer.ts";
import { differs, type Findings } from "../finding.ts";
import { at, listAt, textAt, textsAt, valuesIn } from "../json.ts";
import type { Site } from "../site.ts";
import { filesOf } from "./links.ts";

/** Computes every digest that the site states from the bytes that are served. */
export async function digests(site: Site, found: Findings): Promise<void> {
  await ofDocuments(site, found);
  const byPath = at(await site.json("/api/digests.json"), "digests");
  await found.each(await site.sample(), async ({ path, markdown_path, sha256 }) => {
    const digest = digestOf((await site.get(markdown_path)).bytes);
    const inPage = [...valuesIn(structuredDataOf(await site.text(path)))]
      .filter(
        (value) =>
          at(value, "encodingFormat") === "text/markdown" && at(value, "sha256") !== undefined,
      )
      .map((value) => ["its structured data", textAt(value, "sha256")]);
    const stated = [
      ["/api/site.json", sha256],
      ["/api/digests.json", textAt(byPath, path)],
      ...inPage,
    ];
    return stated.map(([where, value]) => [
      value !== digest,
      `its Markdown has another SHA-256 than ${where} says`,
    ]);
  });
  // The corpus as JSON Lines has the corpus's records, and is named by its digest.
  const corpus = await site.json("/api/corpus.json");
  await found.each(
    [["`jsonl` of /api/corpus.json", textAt(corpus, "jsonl")] as const],
    async ([, url]) => {
      const text = await site.text(site.local(url) ?? url);
      const records = listAt(corpus, "documents").map((record) => JSON.stringify(record));
      const lines = text.split("\n").filter((line) => line !== "");
      return [
        [!url.includes(digestOf(text)), "is named by another SHA-256 than its own"],
        [
          !isDeepStrictEqual(lines.map(plainJson), records),
          "has other records than /api/corpus.json",
        ],
      ];
    },
  );
}

/** JSON in the form that `JSON.stringify` gives it; other text as it is. */
function plainJson(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json));
  } catch {
    return json;
  }
}

/** Compares documents, and files of families, with what state.json says of them. */
async function ofDocuments(site: Site, found: Findings): Promise<void> {
  const listed = listAt(await site.json("/api/state.json"), "documents").map((document) => ({
    ...textsAt(document, "path", "sha256"),
    bytes: at(document, "bytes"),
  }));
  const known = new Set(listed.map(({ path }) => path));
  const others = site.endpoints.filter(
    ({ method, id }) => method === "GET" && !["state", "guestbook", "guestbook_feed"].includes(id),
  );
  for (const { path } of others)
    found.faults("/api/state.json", [[!known.has(path), `does not list ${path}`]]);
  await found.each(listed, async ({ path, sha256, bytes }) => {
    const isFamily = path.includes("{");
    const files = await filesOf(site, path);
    // A family may be empty. Of one that is not, and whose files nothing names, there is nothing to
    // read.
    if (files.length > site.client.limits.sample || (files.length === 0 && bytes !== 0)) {
      found.note(path, "is not read whole, so its digest was not checked");
      return [];
    }
    const contents = await Promise.all(files.map(async (file) => (await site.get(file)).bytes));
    const lines = files.map(
      (file, index) => `${percentDecoded(file)} ${digestOf(contents[index] ?? "")}\n`,
    );
    const digest = digestOf(isFamily ? lines.sort().join("") : (contents[0] ?? ""));
    const length = contents.reduce((total, { byteLength }) => total + byteLength, 0);
    return [
      [digest !== sha256, "has another SHA-256 than /api/state.json says"],
      differs("has as many bytes:", length, bytes),
    ];
  });
}
