import type { MarkdownIt, StateCore, Token } from "markdown-it";

/** The kinds of alerts that git hosts know, each with its style; any other name is a note. */
const alertKinds = new Set(["note", "tip", "important", "warning", "caution"]);

/** The first line of an alert: `[!NOTE]`, perhaps `+` or `-` (folding elsewhere), and a title. */
const alertMarker = /^\[!([a-z][\w-]*)\][+-]?(?:[ \t]([^\n]*))?(?:\n|$)/i;

/** The class of an alert's first paragraph, which names its kind and is no sentence of the text. */
export const alertTitle = "alert-title";

/**
 * Reads a quotation whose first line is `[!NOTE]` (or another kind, in any case) as an alert:
 * `<blockquote class="alert alert-note">`. Above the text is the title after the marker, or else
 * the alertMarker's word as written, so that every form of the page has the same words.
 */
export function alerts(md: MarkdownIt): void {
  md.core.ruler.after("block", "alerts", (state) => {
    if (state.src.includes("[!")) readAlerts(state);
  });
}

function readAlerts(state: StateCore): void {
  const { Token } = state;
  const tokens: Token[] = [];
  const waiting = state.tokens.values();
  for (const token of waiting) {
    tokens.push(token);
    if (token.type !== "inline") continue;
    const index = tokens.length - 1;
    const quote = tokens[index - 2];
    const open = tokens[index - 1];
    if (open?.type !== "paragraph_open" || quote?.type !== "blockquote_open") continue;
    const [line = "", name = "", title = ""] = alertMarker.exec(token.content) ?? [];
    if (name === "") continue;
    const kind = alertKinds.has(name.toLowerCase()) ? name.toLowerCase() : "note";
    const first = open.map?.[0] ?? 0;
    quote.attrSet("class", `alert alert-${kind}`);
    open.attrSet("class", alertTitle);
    const rest = token.content.slice(line.length);
    token.content = title.trim() || name;
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
