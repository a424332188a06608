import type { Page } from "../content/page.ts";
import { escapeMarkdown } from "../markdown/plain-text.ts";

/**
 * A line of a list in Markdown that every known reader of llms.txt parses: no bracket in the title and no parenthesis in
 * the address. Titles and descriptions are one line each already.
 */
export function linkLine(title: string, url: string, notes = ""): string {
  const text = escapeMarkdown(title.replaceAll("[", "(").replaceAll("]", ")"));
  const target = url.replaceAll("(", "%28").replaceAll(")", "%29");
  return `- [${text}](${target})${notes === "" ? "" : `: ${escapeMarkdown(notes)}`}`;
}

/** A page as such a line, which leads to its Markdown. */
export function pageLine({ title, markdown_url, description }: Page): string {
  return linkLine(title, markdown_url, description);
}
