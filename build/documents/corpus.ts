import { CorpusRecord } from "../content/twin.ts";
import { jsonLines } from "../model/create-site-model.ts";
import type { DocumentFamily, JsonDocument } from "../model/site-model.ts";
import { License, Permissions } from "../schemas/facts.ts";
import { count, documentSchema, text, timestamp, url, version, words } from "../schemas/fields.ts";
import { Type } from "../schemas/type.ts";
import { abridge, zeroDigest } from "./examples.ts";
import { jsonValue } from "./render.ts";

const CorpusDocument = documentSchema("Corpus", "The whole site as a dataset.", {
  name: text("The dataset's name."),
  description: text("The dataset in a sentence."),
  base_url: url("Where the site is served."),
  version: version(),
  updated: timestamp("Date of the newest content."),
  license: License,
  permissions: Permissions,
  counts: Type.Object(
    { documents: count("Number of documents."), words: words() },
    { description: "How much there is." },
  ),
  jsonl: url("The same records as JSON Lines, at an address that never changes its content."),
  documents: Type.Array(CorpusRecord, { description: "Every page, sorted by address." }),
});

export const corpus: JsonDocument = {
  kind: "json",
  id: "corpus",
  path: "/api/corpus.json",
  media_type: "application/json",
  title: "Corpus",
  purpose: "The whole site as a dataset: every page as Markdown and as plain text, with license and digest.",
  group: "api",
  schema: CorpusDocument,
  excerpt: (model) =>
    abridge(
      {
        ...(jsonValue(corpus, model, { written: [], templates: [] }) as object),
        // A name (RFC 6963) and not an address, because there is no file whose digest is zeros.
        jsonl: `urn:example:${corpusLines.path.slice(1).replace("{sha256}", zeroDigest)}`,
        documents: model.pages.map(({ record }) => JSON.parse(decoded(record)) as unknown),
      },
      CorpusDocument,
    ),
  data: (model) => ({
    name: `${model.facts.name}: the corpus`,
    description: `Every page of ${model.facts.name} as Markdown and as plain text.`,
    base_url: model.base_url,
    version: model.version,
    updated: model.updated,
    license: model.facts.license,
    permissions: model.facts.permissions,
    counts: { documents: model.counts.pages, words: model.counts.words },
    jsonl: model.base_url + jsonLines(model).path,
    documents: [], // the pages' records, which are bytes already and were held against their schema when they were made
  }),
  bytes(value, { pages }) {
    const head = JSON.stringify(value).replace(/\]\}$/, "");
    const parts = pages.flatMap(({ record }, index) => [...(index === 0 ? [] : [comma]), record.subarray(0, -1)]);
    return [Buffer.from(head), ...parts, Buffer.from("]}\n")];
  },
};

const comma = Buffer.from(",");

/** The corpus as JSON Lines. Its address contains its digest, so the content of an address never changes. */
export const corpusLines: DocumentFamily = {
  kind: "family",
  id: "corpus_jsonl",
  path: "/corpus/{sha256}.jsonl",
  media_type: "application/jsonlines", // none is registered; this is the one that Croissant demands
  title: "Corpus as JSON Lines",
  purpose:
    "The records of the corpus, one to a line, at an address named by their digest; " +
    "corpus.json and croissant.json lead to the current one.",
  group: "format",
  cache_control: "public, max-age=31536000, immutable",
  files(model) {
    const { path, lines, bytes, sha256 } = jsonLines(model);
    return [{ path, sha256, bytes, content: lines }];
  },
};

function decoded(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
}
