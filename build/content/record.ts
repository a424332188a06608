import { createAjv, type ValidateFunction } from "../schemas/formats.ts";
import { CorpusRecord } from "../schemas/documents/corpus.ts";
import type { Facts } from "../schemas/facts.ts";
import type { Page } from "./page.ts";

type RecordParts = Pick<
  Page,
  | "id"
  | "type"
  | "url"
  | "markdown_url"
  | "title"
  | "description"
  | "language"
  | "published"
  | "updated"
  | "words"
  | "sha256"
  | "markdown"
  | "text"
>;

let isValid: ValidateFunction | undefined;

/**
 * A page's record in the corpus: a line of JSON with its LF, as UTF-8. Both files of the corpus are made of these lines.
 * @throws Error if it breaks the corpus's schema, which is a fault of the build and not of the author.
 */
export function recordOf(page: RecordParts, { license }: Facts): Uint8Array {
  const record = {
    ...pageFacts(page),
    license: license.id,
    words: page.words,
    sha256: page.sha256,
    markdown: page.markdown,
    text: page.text,
  };
  isValid ??= createAjv().compile(CorpusRecord);
  if (!isValid(record)) {
    const complaints = (isValid.errors ?? []).map(({ instancePath, message }) => `  ${instancePath || "/"} ${message}`);
    throw new Error(
      `The corpus's record of ${page.url} breaks its own schema, so nothing is published:\n${complaints.join("\n")}`,
    );
  }
  return Buffer.from(`${JSON.stringify(record)}\n`);
}

/** What every list of pages says of a page. */
export function pageFacts({
  id,
  type,
  url,
  markdown_url,
  title,
  description,
  language,
  published,
  updated,
}: Omit<RecordParts, "words" | "sha256" | "markdown" | "text">) {
  return { id, type, url, markdown_url, title, description, language, published, updated };
}
