import { digestOf } from "../../lib/bytes.ts";
import { percentDecoded } from "../../lib/text.ts";
import { parseJson } from "../answer.ts";
import { differs, type Findings, headerLacks, listDiffers } from "../finding.ts";
import { at, listAt, textAt } from "../json.ts";
import type { Site } from "../site.ts";
import { filesOf } from "./links.ts";

/** Recomputes every digest that the site states, from the served bytes. */
export async function digests(site: Site, found: Findings): Promise<void> {
  const documents = listAt(await site.json("/api/state.json"), "documents");
  const listed = documents.map((each) => [textAt(each, "path"), each] as const);
  for (const { id, path } of site.endpoints) {
    const isLost = !/^(state$|guestbook)/.test(id) && !listed.some(([each]) => each === path);
    found.faults("/api/state.json", [[isLost, `does not list ${path}`]]);
  }
  await found.each(listed, async ([path, document]) => {
    const files = await filesOf(site, path);
    // An empty family is allowed. Files of a family that no document names cannot be found.
    const isUnknown = files.length === 0 && at(document, "bytes") !== 0;
    if (isUnknown || files.length > site.client.limits.sample) {
      found.note(path, "is not read whole, so its digest was not checked");
      return [];
    }
    const contents = await Promise.all(files.map(async (file) => (await site.get(file)).bytes));
    const digestsOf = contents.map(digestOf);
    const lines = files.map((file, index) => `${percentDecoded(file)} ${digestsOf[index]}\n`);
    const digest = path.includes("{") ? digestOf(lines.sort().join("")) : digestsOf[0];
    const length = contents.reduce((total, { byteLength }) => total + byteLength, 0);
    return [
      differs("has in /api/state.json the SHA-256", textAt(document, "sha256"), digest),
      differs("has in /api/state.json the size", at(document, "bytes"), length),
    ];
  });
  await found.each(await site.sample(), async ({ markdown_path, sha256 }) => {
    const digest = digestOf((await site.get(markdown_path)).bytes);
    return [differs("has in /api/site.json the SHA-256", sha256, digest)];
  });
  const corpus = await site.json("/api/corpus.json");
  const path = site.local(textAt(corpus, "jsonl")) ?? "/corpus/";
  await found.each([path], async () => {
    const text = await site.text(path);
    const lines = text.trimEnd().split("\n");
    const records = lines.map((line) => parseJson(line, "has a line that is not JSON"));
    return [
      headerLacks(await site.get(path), "Cache-Control", "immutable"),
      differs("is named", path, `/corpus/${digestOf(text)}.jsonl`),
      listDiffers("record", records, listAt(corpus, "documents")),
      [/[\u0085\u2028\u2029]/.test(text), "has a character that ends a line for some readers"],
    ];
  });
}
