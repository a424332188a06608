import type { MarkdownIt, Token } from "markdown-it";
import createParser from "markdown-it/dist/index.cjs.js";
import definitionLists from "markdown-it-deflist";
import footnotes from "markdown-it-footnote";
import taskLists from "markdown-it-task-lists";
import { say } from "../lib/phrases.ts";
import { english } from "../words/words.ts";
import { alerts } from "./alerts.ts";
import { definitions } from "./definitions.ts";
import { headingAnchors, ownIds } from "./headings.ts";
import { hiddenText } from "./hidden-text.ts";
import { highlight } from "./highlight.ts";
import type { PageEnv } from "./link-types.ts";
import { linksPlugin } from "./links.ts";
import { formulas, mathml } from "./math.ts";
import { ideographs } from "./plain-text.ts";
import { wikilinks } from "./wikilinks.ts";

/** A parser of Markdown: the dialect, and the HTML that is made of it. */
function createMarkdownParser(): MarkdownIt {
  const parser = new createParser({ html: true, linkify: true, typographer: false });
  // As at GitHub, an address begins with a scheme or `www.`: `file.md` and `example.org` are words.
  parser.linkify.set({ fuzzyLink: false });
  parser.linkify.add("www.", {
    validate: (text, at, self) => self.testSchemaAt(text, "//", at),
    normalize(match) {
      match.url = `http://${match.url}`;
    },
  });
  // Every address has one of these; looking for them first takes a tenth of the time.
  const pretest = parser.linkify.pretest.bind(parser.linkify);
  parser.linkify.pretest = (text) => /@|\/\/|www\./i.test(text) && pretest(text);
  // Chinese and Japanese have no space between an address and their punctuation.
  const testSchemaAt = parser.linkify.testSchemaAt.bind(parser.linkify);
  parser.linkify.testSchemaAt = (text, schema, at) => {
    const length = testSchemaAt(text, schema, at);
    const end = text.slice(at, at + length).search(/[、。，；：？！「」『』（）【】《》〈〉]/);
    return end === -1 ? length : end;
  };
  // Nor between words or before Korean particles, so emphasis can begin or end there: `**注意：**这`.
  const besideWords = new RegExp(`[${ideographs}\\uac00-\\ud7a3]`);
  parser.inline.State = class extends parser.inline.State {
    override scanDelims(start: number, canSplitWord: boolean) {
      const run = super.scanDelims(start, canSplitWord);
      const before = this.src.charAt(start - 1);
      const after = this.src.charAt(start + run.length);
      run.can_open ||= canSplitWord && besideWords.test(before) && /\S/.test(after);
      run.can_close ||= canSplitWord && besideWords.test(after) && /\S/.test(before);
      return run;
    }
  };
  // Skipped, because reading the file already made line ends LF and left out control characters.
  parser.core.ruler.disable("normalize");
  parser
    .use(footnotes)
    .use(definitionLists)
    .use(taskLists, { label: true })
    .use(formulas)
    .use(alerts)
    .use(hiddenText)
    .use(linksPlugin)
    .use(definitions)
    .use(wikilinks)
    .use(ownIds)
    .use(headingAnchors);
  parser.renderer.rules["table_open"] = (_tokens, _index, _options, env) => {
    const page = env as unknown as PageEnv;
    // Each region needs a name of its own.
    const name = say(page.resolver.words ?? english, "page.table", { number: ++page.tables });
    return `<div class="table" tabindex="0" role="region" aria-label="${parser.utils.escapeHtml(name)}">\n<table>\n`;
  };
  // The parser writes a column's alignment as a style attribute, which the pages' policy blocks.
  for (const cell of ["th_open", "td_open"]) {
    parser.renderer.rules[cell] = (tokens, index) => {
      const token = tokens[index] as Token;
      const style = token.attrGet("style");
      const alignment = style && /^text-align:(\w+)$/.exec(String(style))?.[1];
      return alignment ? `<${token.tag} class="align-${alignment}">` : `<${token.tag}>`;
    };
  }
  parser.renderer.rules["table_close"] = () => "</table>\n</div>\n";
  parser.renderer.rules["fence"] = (tokens, index) => {
    const { content, info } = tokens[index] as Token;
    const formula = info.trim() === "math" ? mathml(content, true) : undefined;
    if (formula !== undefined) return `${formula}\n`;
    const [language = ""] = parser.utils.unescapeAll(info).trim().split(/\s+/, 1);
    return codeBlock(parser, content, language);
  };
  parser.renderer.rules["code_block"] = (tokens, index) =>
    codeBlock(parser, (tokens[index] as Token).content, "");
  return parser;
}

/** A block of code, in colour if its language is known. */
function codeBlock(parser: MarkdownIt, code: string, language: string): string {
  const name = language === "" ? "" : ` class="language-${parser.utils.escapeHtml(language)}"`;
  const byAuthor = parser.options.highlight?.(code, language, "");
  if (byAuthor?.startsWith("<pre")) return `${byAuthor}\n`;
  const html =
    byAuthor || ((language ? highlight(code, language) : null) ?? parser.utils.escapeHtml(code));
  return `<pre tabindex="0"><code${name}>${html}</code></pre>\n`;
}

/** The parser of all Markdown. */
export const parser = createMarkdownParser();

/** A parser as it was before an author changed it; undefined if nobody did. */
export let unamended: MarkdownIt | undefined;

/** Lets an author change the parser. A process has one parser, so only the first call counts. */
export function amendParser(amendments: readonly ((parser: MarkdownIt) => void)[]): void {
  if (unamended || amendments.length === 0) return;
  unamended = createMarkdownParser();
  for (const amend of amendments) amend(parser);
}
