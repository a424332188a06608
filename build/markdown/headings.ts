import type { MarkdownIt, Token } from "markdown-it";
import { memoize } from "../lib/once.ts";
import { say, type Words } from "../lib/phrases.ts";
import { english } from "../words/words.ts";
import type { LinkResolver, PageEnv } from "./link-types.ts";
import { pageEnv } from "./links.ts";
import { inlineText, writtenText } from "./plain-text.ts";
import { recordEdit } from "./twin-edits.ts";

/**
 * Gives every heading an id: the author's own (`## Title {#id}`, removed from the text) or one made
 * from its text as git hosts do, with a number if that id is taken. Returns the headings in order.
 * @param elsewhere Ids of the page's other elements.
 * @param report Called for each of the author's ids that another element has too; `line` is
 * zero-based in the body.
 */
export function nameHeadings(
  tokens: Token[],
  elsewhere: ReadonlySet<string>,
  report: LinkResolver["report"],
): Heading[] {
  const taken = new Map([...elsewhere].map((id) => [id, 1]));
  const headings: { open: Token; inline: Token }[] = [];
  tokens.forEach((open, at) => {
    if (open.type === "heading_open") headings.push({ open, inline: tokens[at + 1] as Token });
  });
  // The author's own ids are assigned first, so that generated ones avoid even those further down.
  for (const { open } of headings) {
    const own = open.attrGet("id")?.toString();
    if (own === undefined) continue;
    const problem = `has the id \`${own}\`, which another element of the page has too`;
    if (taken.has(own)) report(open.map?.[0] ?? 0, problem, "an id that is only its own", false);
    open.attrSet("id", unique(own, taken));
  }
  return headings.map(({ open, inline }) => {
    const own = open.attrGet("id")?.toString();
    const id = own ?? unique(fragmentOfText(writtenText(inline)), taken);
    open.attrSet("id", id);
    return { level: Number(open.tag.slice(1)), id, text: headingText(inline) };
  });
}

/** The words of a heading; if it has only images, the images' texts. */
function headingText({ children }: Token): string {
  const hasImage = children?.some(({ type }) => type === "image");
  const others = hasImage && writtenText({ children }).replace(/\s+/g, " ").trim();
  return others || inlineText(children ?? []).trim();
}

const ownId = /\{#([A-Za-z][\w.:-]*)( \.fold)?\}[ \t]*$/y;

/**
 * Reads `{#id}` at the end of a heading as its id, and `{#id .fold}` as the id of a section that is
 * folded on the API page. It is left out of the text and the twin.
 */
export function ownIds(md: MarkdownIt): void {
  md.inline.ruler.before("escape", "own_id", (state, silent) => {
    const page = pageEnv(state);
    if (!page.heading || page.inset > 0 || state.src.charCodeAt(state.pos) !== 0x7b) return false;
    ownId.lastIndex = state.pos;
    const [, id, fold] = ownId.exec(state.src) ?? [];
    if (id === undefined) return false;
    if (!silent) {
      page.heading.attrSet("id", id);
      if (fold && page.hasFolds) page.heading.attrSet("class", "fold");
      recordEdit(page, state.src.slice(0, state.pos).trimEnd().length, state.src.length, "");
      state.pending = state.pending.trimEnd();
    }
    state.pos = state.src.length;
    return true;
  });
}

const leftOut = /[^\p{L}\p{M}\p{Nd}\p{Pc}\- ]+/gu;

/**
 * The fragment of a heading with these words as GitHub makes it, before a number makes it unique:
 * in lower case, reduced to letters, marks, digits, connectors such as `_`, hyphens and spaces,
 * then with a hyphen for each space, so that `People & Body` is `people--body`. GitHub's rule is
 * `[^\p{Word}\- ]` in html-pipeline's `TableOfContentsFilter`.
 */
export function fragmentOfText(words: string): string {
  const lower = words.normalize("NFC").toLowerCase();
  // Most headings have nothing else, which the simpler pattern tells sooner.
  const plain = /[^a-z\d ]/.test(lower) ? lower.replace(leftOut, "") : lower;
  return /[^- ]/.test(plain) ? plain.replaceAll(" ", "-") : "section";
}

/**
 * An unused id: the wanted one, or with the first free number from `-1` on, as git hosts count.
 * @param taken How often each id was wanted: counting keeps a thousand headings of one text linear.
 */
function unique(wanted: string, taken: Map<string, number>): string {
  let n = taken.get(wanted) ?? 0;
  let id = n === 0 ? wanted : `${wanted}-${n++}`;
  while (n > 0 && taken.has(id)) id = `${wanted}-${n++}`;
  taken.set(wanted, Math.max(n, 1));
  if (id !== wanted) taken.set(id, 1);
  return id;
}

/** Adds to the end of each heading a link to itself. */
export function headingAnchors(md: MarkdownIt): void {
  // Quotation marks are character references, because one character beyond Latin-1 doubles the
  // memory for a page's HTML.
  const inAttribute = (text: string) =>
    md.utils.escapeHtml(text).replace(/[\u2018-\u201f]/g, (mark) => `&#${mark.charCodeAt(0)};`);
  /** The label of the link, before and after the heading's words. */
  const labelAround = memoize((words: Words): string[] => {
    const parts = inAttribute(say(words, "page.anchor", { heading: "\n" })).split("\n");
    // Parts of a text keep its two bytes for each character; copies take one where that is enough.
    return JSON.parse(JSON.stringify(parts)) as string[];
  });
  md.renderer.rules["heading_close"] = (tokens, index, _options, env) => {
    const close = tokens[index] as Token;
    // A heading is three tokens: opening, text and end.
    const open = tokens[index - 2] as Token;
    const id = open.attrGet("id")?.toString() ?? null;
    const text = inlineText(tokens[index - 1]?.children ?? []).trim();
    if (id === null) return `</${close.tag}>\n`;
    const { words = english } = (env as unknown as PageEnv).resolver;
    const label = labelAround(words).join(inAttribute(text));
    return ` <a class="anchor" href="#${md.utils.escapeHtml(encodeURIComponent(id))}" aria-label="${label}"></a></${close.tag}>\n`;
  };
}

/** A heading of a page; `id` is its fragment. */
export interface Heading {
  level: number;
  id: string;
  text: string;
}
