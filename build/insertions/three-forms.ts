import type { Outline, Page } from "../content/page.ts";
import { markdownOf } from "../content/twin.ts";
import { readTemplate } from "../lib/text.ts";
import type { SiteOutline } from "../model/site-model.ts";

const template = readTemplate(import.meta.dirname, "three-forms.md");

/** Longest first paragraph that is shown, in characters of its Markdown. */
const longestParagraph = 420;

/**
 * The first paragraph of the newest note that begins with a short one, as a page, as Markdown and as data: a list of
 * three, each linked to its real address. All three are cut out of what this build publishes. Empty without such a
 * note.
 */
export function threeForms({ notes, base_url }: SiteOutline): string {
  for (const note of notes) {
    const paragraph = isRendered(note) && firstParagraph(note);
    if (!paragraph) continue;
    const { path, markdown_path, title } = note;
    const record = indented(abridgedRecord(note));
    return template({ path, markdown_path, title, base_url, paragraph: indented(paragraph), record }).trimEnd();
  }
  return "";
}

function isRendered(page: Outline): page is Page {
  return "record" in page;
}

/** A page's first block if it is a short paragraph that means the same elsewhere: no footnotes, references or HTML. */
function firstParagraph(note: Page): string | undefined {
  const block = String(markdownOf(note)).split(/\n{2,}/, 2)[1] ?? "";
  const isPlain = /^(?:[\p{L}"'[]|[*_]+\p{L})/u.test(block) && !/[<`]|!\[|\[\^|\]\[|\n[=-]/.test(block);
  return isPlain && block.length <= longestParagraph ? block : undefined;
}

/** The record of a page in the corpus: some of its fields, the long texts cut. */
function abridgedRecord({ record }: Page): string {
  const { id, title, license, words, sha256, text } = JSON.parse(Buffer.from(record).toString());
  return JSON.stringify({ id, title, license, words, sha256: cut(sha256, 15), text: cut(text, 119) }, null, 2);
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length).trimEnd()}…` : text;
}

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, "  ");
}
