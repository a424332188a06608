import type { MarkdownIt, Token } from "markdown-it";
import type { LinkResolver } from "./link-types.ts";
import { pageEnv } from "./links.ts";
import { inlineText, writtenText } from "./plain-text.ts";
import { recordEdit } from "./twin-edits.ts";

/**
 * Gives every heading an id: the author's own (`## Title {#id}`, removed from the text) or one made
 * from its text as the git hosts make it, with a number where that is taken. Returns the headings
 * in order.
 * @param elsewhere Ids of other elements of the page.
 * @param report Called for each id of the author's that another element of the page has too; `line`
 *   is zero-based in the body.
 */
export function nameHeadings(
  tokens: Token[],
  elsewhere: ReadonlySet<string>,
  report: LinkResolver["report"],
): Heading[] {
  const taken = new Map([...elsewhere].map((id) => [id, 1]));
  const headings = tokens.flatMap((open, at) =>
    open.type === "heading_open" ? [{ open, inline: tokens[at + 1] as Token }] : [],
  );
  // The author's own ids are assigned first, so that generated ones avoid them wherever they are on
  // the page.
  for (const { open } of headings) {
    const own = open.attrGet("id")?.toString();
    if (own === undefined) continue;
    if (taken.has(own))
      report(
        open.map?.[0] ?? 0,
        `has the id \`${own}\`, which another element of the page has too`,
        "an id that is only its own",
        false,
      );
    open.attrSet("id", unique(own, taken));
  }
  return headings.map(({ open, inline }) => {
    const own = open.attrGet("id")?.toString();
    const id = own ?? unique(fragmentOfText(writtenText(inline)), taken);
    open.attrSet("id", id);
    return { level: Number(open.tag.slice(1)), id, text: headingText(inline) };
  });
}

/** The words of a heading; where it has only images, those that stand for them. */
function headingText({ children }: Token): string {
  const hasImage = children?.some(({ type }) => type === "image");
  const others = hasImage && writtenText({ children }).replace(/\s+/g, " ").trim();
  return others || inlineText(children ?? []).trim();
}

const ownId = /\{#([A-Za-z][\w.:-]*)\}[ \t]*$/y;

/** Reads `{#id}` at the end of a heading as its id, which is no text of the page or its twin. */
export function ownIds(md: MarkdownIt): void {
  md.inline.ruler.before("escape", "own_id", (state, silent) => {
    const page = pageEnv(state);
    if (!page.heading || page.inset > 0 || state.src.charCodeAt(state.pos) !== 0x7b) return false;
    ownId.lastIndex = state.pos;
    const id = ownId.exec(state.src)?.[1];
    if (id === undefined) return false;
    if (!silent) {
      page.heading.attrSet("id", id);
      recordEdit(page, state.src.slice(0, state.pos).trimEnd().length, state.src.length, "");
      state.pending = state.pending.trimEnd();
    }
    state.pos = state.src.length;
    return true;
  });
}

/**
 * The fragment that GitHub makes of a heading with these words, before any number that makes it
 * unique: lower case, no characters but letters, marks, digits, connectors such as `_`, hyphens and
 * spaces, then a hyphen for each space. `People & Body` is `people--body`. Its rule is the regular
 * expression `[^\p{Word}\- ]` of `TableOfContentsFilter` in html-pipeline.
 */
export function fragmentOfText(words: string): string {
  const plain = words
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{Nd}\p{Pc}\- ]+/gu, "")
    .replaceAll(" ", "-");
  return /[^-]/.test(plain) ? plain : "section";
}

/**
 * An id that is not taken: the wanted one, or with the first free number from `-1` on, as the git
 * hosts count.
 * @param taken How often each id was wanted. Counting keeps the time linear for a thousand headings
 * of one name.
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
  md.renderer.rules["heading_close"] = (tokens, index) => {
    const close = tokens[index] as Token;
    // A heading is three tokens: its opening, its text, its end.
    const open = tokens[index - 2] as Token;
    const id = open.attrGet("id")?.toString() ?? null;
    const text = inlineText(tokens[index - 1]?.children ?? []).trim();
    // Quotation marks as references: a single character beyond Latin-1 doubles the memory that a
    // page's HTML takes.
    const anchor =
      id === null
        ? ""
        : ` <a class="anchor" href="#${md.utils.escapeHtml(encodeURIComponent(id))}" aria-label="Link to &#8220;${md.utils.escapeHtml(text)}&#8221;"></a>`;
    return `${anchor}</${close.tag}>\n`;
  };
}

/** A heading of a page, in the order it appears; `id` is its fragment. */
export interface Heading {
  level: number;
  id: string;
  text: string;
}
