import type { MarkdownIt, StateInline, Token } from "markdown-it";
import { builtIn } from "./links.ts";

/**
 * Makes links of addresses and mail addresses that stand in the text without any markup, by the rules for extended
 * autolinks of GitHub Flavored Markdown (section 6.9). As on GitHub itself, an address with a scheme may follow any
 * character but a letter. Nothing is resolved or edited: such an address is absolute as it is written.
 */
export function bareAddresses(md: MarkdownIt): void {
  const text = builtIn("text");
  // The parser's text rule passes over letters, so it is stopped before each `www.` that begins an address.
  md.inline.ruler.at("text", (state, silent) => {
    const start = state.pos;
    if (!text(state, true)) return false;
    if (silent) return true;
    const at = nextWww(state, start, state.pos);
    if (at !== -1) state.pos = at;
    if (at === start) return false; // the next rule reads the address
    state.pending += state.src.slice(start, state.pos);
    return true;
  });
  md.inline.ruler.after("text", "bare_address", (state, silent) => {
    // The parser is silent where it looks for the end of a link's words, in which no address is a link.
    if (silent) return false;
    const first = state.src.charCodeAt(state.pos);
    if (first === 0x3a) return withScheme(state, md);
    return (first | 0x20) === 0x77 && withoutScheme(state, md);
  });
  md.core.ruler.before("text_join", "mail_addresses", (state) => {
    if (!state.src.includes("@")) return;
    for (const token of state.tokens) {
      if (token.type !== "inline" || !token.content.includes("@") || !token.children) continue;
      token.children = withMailAddresses(token.children, state.Token, md);
    }
  });
}

const www = /www\./gi;
/** Characters after which `www.` and mail addresses may begin, besides white space. */
const mayPrecede = /[\s*_~(]/;

/** Where in a piece of text the next address begins with `www.`; -1 where none does. */
function nextWww(state: StateInline, start: number, end: number): number {
  if (state.linkLevel > 0 || end - start < 4) return -1;
  const piece = state.src.slice(start, end);
  www.lastIndex = 0;
  for (let found = www.exec(piece); found; found = www.exec(piece)) {
    const at = start + found.index;
    if (wwwEnd(state, at) !== -1) return at;
  }
  return -1;
}

function wwwEnd(state: StateInline, at: number): number {
  if (at > 0 && !mayPrecede.test(state.src.charAt(at - 1))) return -1;
  return endOfAddress(state.src, at, state.posMax);
}

function withoutScheme(state: StateInline, md: MarkdownIt): boolean {
  const start = state.pos;
  if (state.linkLevel > 0 || !/^www\.$/i.test(state.src.slice(start, start + 4))) return false;
  const end = wwwEnd(state, start);
  if (end === -1) return false;
  const words = md.utils.unescapeAll(state.src.slice(start, end));
  pushLink(state, `http://${words}`, words, md);
  state.pos = end;
  return true;
}

/** Called at the `:`, when the scheme already belongs to the text before it. */
function withScheme(state: StateInline, md: MarkdownIt): boolean {
  const { src, pos } = state;
  if (state.linkLevel > 0 || !src.startsWith("://", pos)) return false;
  const scheme = /(?<![a-z])(?:https?|ftp)$/i.exec(src.slice(Math.max(0, pos - 6), pos))?.[0];
  if (scheme === undefined) return false;
  const end = endOfAddress(src, pos + 3, state.posMax);
  // The pending text is looked at last: reading a string that is still being put together takes time.
  if (end === -1 || !state.pending.endsWith(scheme)) return false;
  const words = md.utils.unescapeAll(src.slice(pos - scheme.length, end));
  state.pending = state.pending.slice(0, -scheme.length);
  pushLink(state, words, words, md);
  state.pos = end;
  return true;
}

function pushLink(state: StateInline, address: string, words: string, md: MarkdownIt): void {
  state.push("link_open", "a", 1).attrs = [["href", md.normalizeLink(address)]];
  state.push("text", "", 0).content = words;
  state.push("link_close", "a", -1);
}

/** A host with at least one period. No name of the domain name system is longer than 253 characters. */
const host = /[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}_-]*(?:\.[\p{L}\p{M}\p{N}_-]+)+/uy;

/** Where an address ends whose host begins at `start`; -1 where there is no valid host. */
function endOfAddress(src: string, start: number, limit: number): number {
  host.lastIndex = 0;
  const name = host.exec(src.slice(start, Math.min(limit, start + 254)))?.[0] ?? "";
  const [second = "", top = ""] = name.split(".").slice(-2);
  // GitHub allows underscores in all parts of a host but the last two.
  if (name === "" || name.length > 253 || `${second}${top}`.includes("_")) return -1;
  let end = start + name.length;
  // A bracket that opens before the address closes after it: `[https://a.example]`.
  for (let open = 0; end < limit && !/[\s<]/.test(src.charAt(end)); end++) {
    if (src[end] === "[") open++;
    else if (src[end] === "]" && open-- === 0) break;
  }
  return withoutPunctuation(src, start, end);
}

/** Leaves out what belongs to the sentence: punctuation, a closing parenthesis that opens outside, an entity. */
function withoutPunctuation(src: string, start: number, written: number): number {
  let end = written;
  let surplus = 0;
  for (let at = start; at < end; at++) surplus += src[at] === ")" ? 1 : src[at] === "(" ? -1 : 0;
  for (;;) {
    const last = src.charAt(end - 1);
    if (last === ")") {
      if (surplus <= 0) return end;
      surplus--;
    } else if (last === ";") {
      let name = end - 1;
      while (name > start && /[a-z0-9]/i.test(src.charAt(name - 1))) name--;
      if (name < end - 1 && src.charAt(name - 1) === "&") end = name;
    } else if (!/[?!.,:*_~'"]/.test(last)) return end;
    end--;
  }
}

const mail =
  /(?<![a-z0-9.+_/-])(mailto:|xmpp:)?[a-z0-9.+_-]{1,64}@[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})+(?![@a-z0-9_-])/gi;

function withMailAddresses(children: readonly Token[], TokenClass: typeof Token, md: MarkdownIt): Token[] {
  let links = 0;
  return children.flatMap((child) => {
    if (child.type === "link_open" || (child.type === "html_inline" && /^<a[>\s]/i.test(child.content))) links++;
    if (child.type === "link_close" || (child.type === "html_inline" && /^<\/a\s*>/i.test(child.content))) links--;
    if (child.type !== "text" || links > 0 || !child.content.includes("@")) return [child];
    return linkedMail(child, TokenClass, md);
  });
}

function linkedMail(text: Token, TokenClass: typeof Token, md: MarkdownIt): Token[] {
  const { content, level } = text;
  const made: Token[] = [];
  const push = (type: string, tag: string, nesting: Token["nesting"], words = "", inside = 0): Token => {
    const token = new TokenClass(type, tag, nesting);
    token.content = words;
    token.level = level + inside;
    made.push(token);
    return token;
  };
  let done = 0;
  for (const found of content.matchAll(mail)) {
    if (/[-_]$/.test(found[0])) continue;
    // What follows the host in an XMPP address is its resource (RFC 7622, section 3.4).
    const scheme = found[1]?.toLowerCase() ?? "";
    const after = found.index + found[0].length;
    const resource =
      scheme === "xmpp:" ? (/^\/[a-z0-9@.]*[a-z0-9@]/i.exec(content.slice(after, after + 1024))?.[0] ?? "") : "";
    const words = found[0] + resource;
    if (found.index > done) push("text", "", 0, content.slice(done, found.index));
    push("link_open", "a", 1).attrs = [["href", md.normalizeLink(scheme === "" ? `mailto:${words}` : words)]];
    push("text", "", 0, words, 1);
    push("link_close", "a", -1);
    done = after + resource.length;
  }
  if (done === 0) return [text];
  if (done < content.length) push("text", "", 0, content.slice(done));
  return made;
}
