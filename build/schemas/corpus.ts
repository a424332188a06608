import { Type } from "typebox";
import { License, Permissions } from "./facts.ts";
import { count, digest, documentSchema, pageFields, text, timestamp, url, version, words } from "./fields.ts";

export const CorpusRecord = Type.Object({
  ...pageFields,
  license: text("SPDX license identifier."),
  words: words(),
  sha256: digest("SHA-256 of the Markdown twin's bytes."),
  markdown: text("The page as Markdown, links absolute."),
  text: text("The page as plain text, without navigation."),
});

export const CorpusDocument = documentSchema("Corpus", "The whole site as a dataset.", {
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
