import type { UserConfig } from "@11ty/eleventy";
import { amendParser, type renderMarkdown } from "../markdown/render-markdown.ts";

/** The parser as it was before an author changed it; undefined as long as nobody did. */
export let unamended: typeof renderMarkdown | undefined;

/**
 * Lets an author's configuration change the parser of Markdown, which Eleventy does for a parser
 * that it made. A process has one parser, so the first configuration counts.
 * @throws Error of one line if it brings another parser.
 */
export async function obeyMarkdownSettings(eleventy: UserConfig): Promise<void> {
  if (eleventy.libraryOverrides.md)
    throw new Error(
      'setLibrary("md", …) in the configuration brings another parser, but links, the Markdown twin and the text of each page are made by ' +
        'this project\'s own: use amendLibrary("md", …), which changes that one.',
    );
  const { libraryAmendments, markdownHighlighter } = eleventy;
  const { md: amendments = [] } = libraryAmendments;
  if (unamended || (amendments.length === 0 && !markdownHighlighter)) return;
  const file: string = "../markdown/render-markdown.ts?unamended"; // a module of its own
  unamended = ((await import(file)) as { renderMarkdown: typeof renderMarkdown }).renderMarkdown;
  if (markdownHighlighter) amendParser((parser) => parser.set({ highlight: markdownHighlighter }));
  for (const amend of amendments) amendParser(amend);
}
