import type { MarkdownIt, StateCore, Token } from "markdown-it";
import { sayHtml } from "../lib/html.ts";
import { english } from "../words/words.ts";
import { tagsOr } from "./insertion-marks.ts";
import type { PageEnv } from "./link-types.ts";

/** An alert's first line: `[!NOTE]`, perhaps `+` or `-` (they fold it in Obsidian), and a title. */
const alertMarker = /^\[!([a-z][\w-]*)\][+-]?(?:[ \t]([^\n]*))?(?:\n|$)/i;

/** The class of an alert's first paragraph, which is its title and not part of its text. */
export const alertTitle = "alert-title";

/**
 * Reads a quotation whose first line is `[!NOTE]` (or another kind, in any case) as an alert:
 * `<blockquote class="alert alert-note">`. Its title is what follows the marker, or else the
 * marker's own word, which the HTML translates into the page's language if the kind is known.
 */
export function alerts(md: MarkdownIt): void {
  md.core.ruler.after("block", "alerts", (state) => {
    if (state.src.includes("[!")) readAlerts(state);
  });
}

function readAlerts(state: StateCore): void {
  const { Token } = state;
  const { words = english } = (state.env as unknown as PageEnv).resolver;
  const tokens: Token[] = [];
  const waiting = state.tokens.values();
  for (const token of waiting) {
    tokens.push(token);
    if (token.type !== "inline") continue;
    const quote = tokens.at(-3);
    const open = tokens.at(-2);
    if (open?.type !== "paragraph_open" || quote?.type !== "blockquote_open") continue;
    const [line = "", name = "", title = ""] = alertMarker.exec(token.content) ?? [];
    if (name === "") continue;
    // Each kind that git hosts know has a phrase and a style; any other looks like a note.
    const kind = name.toLowerCase();
    const isKnown = `alert.${kind}` in words.phrases;
    const word = isKnown ? tagsOr(name, sayHtml(words, `alert.${kind}`).value) : name;
    const first = open.map?.[0] ?? 0;
    quote.attrSet("class", `alert alert-${isKnown ? kind : "note"}`);
    open.attrSet("class", alertTitle);
    const rest = token.content.slice(line.length);
    token.content = title.trim() || word;
    const close = waiting.next().value as Token;
    tokens.push(close);
    if (rest.trim() === "") continue;
    const map = open.map && [first + 1, open.map[1]];
    open.map = token.map = [first, first + 1];
    const copyOf = (like: Token, own: Partial<Token> = {}): Token =>
      Object.assign(new Token(like.type, like.tag, like.nesting), like, { map, attrs: null }, own);
    tokens.push(copyOf(open), copyOf(token, { content: rest, children: [] }), copyOf(close));
  }
  state.tokens = tokens;
}
