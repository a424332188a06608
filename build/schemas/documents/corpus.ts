import { Type } from "typebox";
import { License, Permissions } from "../facts.ts";
import {
  count,
  dateTime,
  digest,
  documentSchema,
  markdownBody,
  text,
  textBody,
  url,
  version,
  words,
} from "../fields.ts";
import { pageFields } from "../page-fields.ts";

export const CorpusRecord = Type.Object({
  ...pageFields,
  license: text("SPDX license identifier."),
  words: words(),
  sha256: digest("SHA-256 of the Markdown twin's bytes."),
  markdown: markdownBody("The page as Markdown, links absolute."),
  text: textBody("The page as plain text, without navigation."),
});

export const CorpusDocument = documentSchema("Corpus", "The whole site as a dataset.", {
  name: text("The dataset's name."),
  description: text("The dataset in a sentence."),
  base_url: url("Where the site is served."),
  version: version(),
  updated: dateTime("Date of the newest content."),
  license: License,
  permissions: Permissions,
  counts: Type.Object(
    { documents: count("Number of documents."), words: words() },
    { description: "How much there is." },
  ),
  jsonl: Type.String({
    format: "uri",
    description: "The same records as JSON Lines, at an address that never changes its content.",
    examples: ["https://house.example/corpus/9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08.jsonl"],
  }),
  documents: Type.Array(CorpusRecord, { description: "Every page, sorted by address." }),
});
