import type { MarkdownIt, StateInline } from "markdown-it";
import type { LinkResolver, NamedTarget } from "./link-types.ts";
import { finishImage, isInLink, lineIn, pageEnv, spaceAfter } from "./links.ts";
import { escapeMarkdown } from "./plain-text.ts";
import { recordEdit } from "./twin-edits.ts";

/**
 * `[[name#heading|words]]`, or with a `!` before it `![[image.png|words|width]]`. Brackets followed
 * by white space are something else, such as a test in a shell.
 */
const wikilink = /(!?)\[\[(?![\s^])([^[\]\n|]{0,600})((?:\|[^[\]\n|]{0,300}){0,3})\]\]/y;

/** The parts of a link in double brackets; `labels` are the texts after its bars, trimmed. */
type Wikilink = Parameters<LinkResolver["resolveName"]>[0] & { labels: string[] };

/**
 * Reads links in double brackets, as collections of notes have them: the name of a file, wherever
 * it is, perhaps with a heading and other words. `![[image.png]]` shows an image; any other file is
 * linked instead of shown. A link without a file is reported, and its words stay. The twin has
 * ordinary links, which every program reads.
 */
export function wikilinks(md: MarkdownIt): void {
  md.inline.ruler.before("link", "wikilink", (state, silent) => {
    const first = state.src.charCodeAt(state.pos);
    if ((first !== 0x5b && first !== 0x21) || isInLink(state)) return false;
    wikilink.lastIndex = state.pos;
    const [whole = "", mark, target = "", bars = ""] = wikilink.exec(state.src) ?? [];
    const end = wikilink.lastIndex;
    // `%%` marks hidden text, not a link.
    if (target === "" || target === "#" || whole.includes("%%")) return false;
    if (end > state.posMax || isOtherMarkup(state, end, target + bars)) return false;
    if (!silent) {
      const page = pageEnv(state);
      const labels = bars.split("|").slice(1).map(withoutBackslash);
      const to = split(withoutBackslash(target), page.resolver.isName);
      const replace = pushLink(state, { embedded: mark === "!", ...to, labels });
      recordEdit(page, state.pos, end, replace);
    }
    state.pos = end;
    return true;
  });
}

/** Splits `name#heading#subheading` into a file and the last heading, unless it names a file. */
function split(target: string, isName: (name: string) => boolean) {
  const [name = "", ...headings] = target.split("#").map((part) => part.trim());
  return headings.length === 0 || isName(target)
    ? { name: target, heading: "" }
    : { name, heading: headings.at(-1) ?? "" };
}

/** In a table a bar is written `\|`; some programs do so everywhere. */
function withoutBackslash(text: string): string {
  return text.replace(/\\$/, "").trim();
}

/** Whether the brackets are a link with brackets in its words, or a reference in brackets. */
function isOtherMarkup(state: StateInline, end: number, inside: string): boolean {
  const { references = {} } = pageEnv(state);
  const before = state.src.slice(Math.max(state.pos - 2, 0), state.pos);
  const around = /\[!?$/.test(before) || /[([\]]/.test(state.src.charAt(end));
  const isReference = Object.hasOwn(references, state.md.utils.normalizeReference(inside));
  return around || isReference || /^[^#|]*:\/\//.test(inside);
}

/** Adds the tokens of a link. @returns the Markdown for it in the twin. */
function pushLink(state: StateInline, link: Wikilink): string {
  const page = pageEnv(state);
  const line = lineIn(page, state.pos);
  // A heading that begins with `^` is a paragraph's id, which pages here do not have.
  const heading = link.heading.startsWith("^") ? "" : link.heading;
  const target = page.resolver.resolveName({ ...link, heading }, line);
  if (link.embedded && target?.image) return pushImage(state, link, target, line);
  const words =
    link.labels.join(" ") ||
    (link.name === "" ? link.heading : [link.name, link.heading].filter(Boolean).join(" > "));
  if (target) state.push("link_open", "a", 1).attrs = [["href", target.href]];
  state.push("text", "", 0).content = words;
  if (target) state.push("link_close", "a", -1);
  if (!target) return escapeMarkdown(words);
  return `${spaceAfter(state.src[state.pos - 1])}[${escapeMarkdown(words)}](${target.url})`;
}

function pushImage(state: StateInline, { labels }: Wikilink, target: NamedTarget, line: number) {
  // A label that is the size of an image is not shown.
  const words = labels.filter((label) => !/^\d{1,4}(?:x\d{1,4})?$/.test(label)).join(" ");
  const token = state.push("image", "img", 0);
  token.attrSet("src", target.href);
  token.attrSet("alt", ""); // the renderer takes it from the words
  token.content = words;
  token.children = [Object.assign(new state.Token("text", "", 0), { content: words })];
  finishImage(token, target, pageEnv(state), line, false);
  return `![${escapeMarkdown(words)}](${target.url})`;
}
