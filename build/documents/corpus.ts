import { createHash } from "node:crypto";
import type { DocumentFamily, JsonDocument } from "../catalogue/document.ts";
import { abridge } from "../catalogue/examples.ts";
import { jsonValue } from "../catalogue/json.ts";
import { perPage } from "../content/memory.ts";
import type { Page } from "../content/page.ts";
import type { Context } from "../context.ts";
import { CorpusDocument } from "../schemas/documents/corpus.ts";
import { pageFacts } from "./site.ts";

export const corpus: JsonDocument = {
  kind: "json",
  id: "corpus",
  path: "/api/corpus.json",
  media_type: "application/json",
  title: "Corpus",
  purpose: "The whole site as a dataset: every page as Markdown and as plain text, with license and digest.",
  group: "api",
  schema: CorpusDocument,
  // The records of a large site are not made for the sake of showing one.
  excerpt(context) {
    const few = { ...context, pages: context.pages.slice(0, 1) };
    const value = { ...(jsonValue(corpus, few, []) as object), counts: { documents: context.pages.length, words: 0 } };
    return abridge(value, CorpusDocument);
  },
  data: (context) => ({
    name: `${context.facts.name}: the corpus`,
    description: `Every page of ${context.facts.name} as Markdown and as plain text.`,
    base_url: context.base_url,
    version: context.version,
    updated: context.updated,
    license: context.facts.license,
    permissions: context.facts.permissions,
    counts: { documents: context.pages.length, words: wordCount(context.pages) },
    jsonl: context.base_url + jsonLines(context).path,
    documents: jsonLines(context).records,
  }),
  bytes(value, context) {
    const { documents: _, ...head } = value as { documents: unknown };
    const { lines } = jsonLines(context);
    const parts = lines.flatMap((line, index) => (index === 0 ? [withoutLineEnd(line)] : [comma, withoutLineEnd(line)]));
    return Buffer.concat([Buffer.from(`${JSON.stringify(head).slice(0, -1)},"documents":[`), ...parts, Buffer.from("]}\n")]);
  },
};

const comma = Buffer.from(",");

function withoutLineEnd(line: Uint8Array): Uint8Array {
  return line.subarray(0, -1);
}

/** The corpus as JSON Lines, named by its digest: what is at that address never changes. */
export const corpusLines: DocumentFamily = {
  kind: "family",
  id: "corpus_jsonl",
  path: "/corpus/{sha256}.jsonl",
  media_type: "application/jsonl",
  title: "Corpus as JSON Lines",
  purpose: "The records of the corpus, one to a line, at an address named by their digest; corpus.json and croissant.json lead to the current one.",
  group: "format",
  cache_control: "public, max-age=31536000, immutable",
  files(context) {
    const { path, lines, bytes, sha256 } = jsonLines(context);
    return [
      {
        path,
        sha256,
        bytes,
        // Put together when it is written: the lines are there anyway, and a large corpus need not be there twice.
        get content() {
          return Buffer.concat(lines);
        },
      },
    ];
  },
};

interface JsonLines {
  path: string;
  records: unknown[];
  /** Each record as a line of JSON, with its LF. */
  lines: Uint8Array[];
  bytes: number;
  sha256: string;
}

const known = new WeakMap<Context, JsonLines>();

/** The corpus's records and their lines, made once however many documents hold them. */
export function jsonLines(context: Context): JsonLines {
  const made = known.get(context) ?? makeLines(context);
  known.set(context, made);
  return made;
}

function makeLines(context: Context): JsonLines {
  const made = context.pages.map((page) => perPage(corpus, page, () => lineOf(record(page, context))));
  const records = made.map(({ value }) => value);
  const lines = made.map(({ line }) => line);
  const hash = createHash("sha256");
  for (const line of lines) hash.update(line);
  const digest = hash.digest("hex");
  return { path: `/corpus/${digest}.jsonl`, records, lines, bytes: lines.reduce((sum, { length }) => sum + length, 0), sha256: digest };
}

function lineOf(value: unknown): { value: unknown; line: Uint8Array } {
  return { value, line: Buffer.from(`${JSON.stringify(value)}\n`) };
}

function record(page: Page, { facts }: Context) {
  return { ...pageFacts(page), license: facts.license.id, words: page.words, sha256: page.sha256, markdown: page.markdown, text: page.text };
}

export function wordCount(pages: readonly Page[]): number {
  return pages.reduce((sum, { words }) => sum + words, 0);
}
