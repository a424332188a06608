import createParser from "markdown-it";
import { inlineText } from "./plain-text.ts";

const md = new createParser({ html: false, linkify: false, typographer: false });
md.inline.ruler.enableOnly(["text", "escape", "backticks", "emphasis", "link", "image", "autolink", "entity"]);

/** The words of a title or description in a page's head, in which some authors write Markdown: code, emphasis, links. */
export function plainWords(written: string): string {
  if (!/[\\`*_[&<]/.test(written)) return written;
  const tokens = md.parseInline(written, {} as never)[0]?.children ?? [];
  const words = inlineText(tokens.filter(({ type }) => type !== "image")).trim();
  return words === "" ? written : words;
}
