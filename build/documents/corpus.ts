import { jsonLines } from "../model/create-site-model.ts";
import type { DocumentFamily } from "../model/site-model.ts";
import { documentFacts, ownDocument } from "./api-document.ts";

export const corpus = ownDocument({
  id: "corpus",
  data: (model) => ({
    ...model.facts,
    ...model,
    name: `${model.facts.name}: the corpus`,
    description:
      `Every page that the owner of ${model.facts.name} wrote, as Markdown and as plain text. ` +
      "Generated pages are not in it: those that come with the software, such as the API reference, are at the " +
      "end of /llms-full.txt, and lists of folders and tags only at their own addresses.",
    counts: { ...model.counts, documents: model.corpus.length },
    jsonl: model.base_url + jsonLines(model).path,
    // Empty here: `bytes` adds the pages' records, which were validated when they were made.
    documents: [],
  }),
  bytes(value, { corpus }) {
    const head = JSON.stringify(value).replace(/\]\}$/, "");
    const comma = Buffer.from(",");
    const records = corpus.flatMap(({ record }) => [comma, record]).slice(1);
    return [Buffer.from(head), ...records, Buffer.from("]}\n")];
  },
});

/** The corpus as JSON Lines; its digest is in its address, so the content there never changes. */
export const corpusLines: DocumentFamily = {
  ...documentFacts("corpus_jsonl"),
  files(model) {
    const { path, lines, bytes, sha256 } = jsonLines(model);
    return [{ path, sha256, bytes, content: lines }];
  },
};
