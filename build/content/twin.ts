import type { TObject } from "typebox";
import { assertValid } from "../lib/json-schema.ts";
import { jsonLine } from "../lib/text.ts";
import type { Facts } from "../schemas/facts.ts";
import { realmStatuses } from "../schemas/fields.ts";
import { sharedSchemas } from "../schemas/read-fields.ts";
import { fieldsFrom } from "../schemas/read-schema.ts";
import type { Page } from "./page.ts";

/** A page that has its twin, but not yet its corpus record or the digest of its content. */
type PageWithTwin = Omit<Page, "record" | "content_sha256">;

/** Ends the front matter, whose values cannot contain it, because they are JSON on one line. */
const headEnd = "\n---\n\n";

/**
 * A page's Markdown twin as served: front matter with source, license and the facts that the HTML
 * shows beside the text, then the page. Crawlers look for these keys; JSON values are valid YAML.
 */
export function twinOf(
  page: Omit<PageWithTwin, "twin" | "sha256">,
  markdown: string,
  facts: Facts,
  base_url: string,
): string {
  const fields: [string, unknown][] = [
    ["title", page.title],
    ["description", page.description],
    ["canonical_url", page.url],
    ["markdown_url", page.markdown_url],
    ["type", page.type],
    ["language", page.language],
    ["published", page.published],
    ["last_updated", page.updated ?? page.published],
    ["status", page.realm?.status ?? null],
    ["status_meaning", page.realm && realmStatuses[page.realm.status]],
    ["since", page.realm?.since ?? null],
    ["tags", page.tags.length > 0 ? page.tags : null],
    ["license", facts.license.id],
    ["license_url", facts.license.url],
    ["llms_txt", `${base_url}/llms.txt`],
  ];
  const lines = fields
    .filter(([, value]) => value !== null && value !== "")
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return `---\n${lines.join("\n")}${headEnd}${markdown}`;
}

/**
 * Title and body of a page as Markdown, UTF-8: links absolute, without front matter, one LF at its
 * end. A view of the end of its twin, not a copy.
 */
export function markdownOf({ twin }: Pick<Page, "twin">): Buffer {
  const bytes = Buffer.from(twin.buffer, twin.byteOffset, twin.length);
  return bytes.subarray(bytes.indexOf(headEnd) + headEnd.length);
}

/** The schema of a page's record in the corpus. */
export const CorpusRecord = sharedSchemas["corpus_record"] as TObject;

/**
 * A page's record, from which both corpus files are made: one line of JSON in UTF-8, without LF.
 * @throws Error if it does not match the corpus's schema: a fault of the build, not the author's.
 */
export function recordOf(page: PageWithTwin, markdown: string, { license }: Facts): Buffer {
  const record = fieldsFrom({ ...page, license: license.id, markdown, ...page.own }, CorpusRecord);
  assertValid(`The corpus's record of ${page.url}`, CorpusRecord, record);
  return Buffer.from(jsonLine(record));
}
