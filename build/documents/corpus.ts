import type { DocumentFamily, JsonDocument } from "../catalogue/document.ts";
import { sha256 } from "../content/digest.ts";
import type { Page } from "../content/page.ts";
import type { Context } from "../context.ts";
import { CorpusDocument } from "../schemas/documents.ts";
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
    documents: context.pages.map((page) => record(page, context)),
  }),
};

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
  files: (context) => [jsonLines(context)],
};

const written = new WeakMap<Context, { path: string; content: string; sha256: string }>();

/** The JSON Lines file of a context, written once however often it is referred to. */
export function jsonLines(context: Context): { path: string; content: string; sha256: string } {
  const known = written.get(context);
  if (known) return known;
  const content = context.pages.map((page) => `${JSON.stringify(record(page, context))}\n`).join("");
  const digest = sha256(content);
  const file = { path: `/corpus/${digest}.jsonl`, content, sha256: digest };
  written.set(context, file);
  return file;
}

function record(page: Page, { facts }: Context) {
  return { ...pageFacts(page), license: facts.license.id, words: page.words, sha256: page.sha256, markdown: page.markdown, text: page.text };
}

export function wordCount(pages: readonly Page[]): number {
  return pages.reduce((sum, { words }) => sum + words, 0);
}
