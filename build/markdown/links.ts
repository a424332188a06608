import type { MarkdownIt, StateBlock, StateCore, StateInline, Token } from "markdown-it";
import createParser from "markdown-it/dist/index.cjs.js";
import footnotes from "markdown-it-footnote";
import { startOf } from "./block-lines.ts";
import { isMark, isMarkedText } from "./insertion-marks.ts";
import { imageAttributes, isPlainPath, type PageEnv, type Target } from "./link-types.ts";
import { escapeMarkdown, inlineText } from "./plain-text.ts";
import { playerOf, renderPlayer } from "./players.ts";
import { depthAfter, isTextAsHtml, mayBeElement, publishHtml } from "./raw-html.ts";
import { recordEdit } from "./twin-edits.ts";

export type BlockRule = (state: StateBlock, first: number, end: number, silent: boolean) => boolean;
export type InlineRule = (state: StateInline, silent: boolean) => boolean;

/**
 * Resolves every link and image while it is parsed, so that HTML, twin and corpus share one result,
 * and records the edits that make the addresses in the Markdown source absolute.
 */
export function linksPlugin(md: MarkdownIt): void {
  for (const name of ["link", "image", "autolink", "linkify"])
    md.inline.ruler.at(name, resolving(name));
  const htmlInline = builtIn("inline", "html_inline");
  md.inline.ruler.at("html_inline", (state, silent) => {
    const { pos } = state;
    const page = pageEnv(state);
    const isElement = mayBeElement(state.src, pos, page.depth);
    const isHtml = htmlInline(state, silent || !isElement);
    if (isHtml && !isElement) state.pos = pos;
    const isText = isHtml ? !isElement : isTextAsHtml(state.src, pos);
    // After a comment without an end the parser would recognise no more comments in the paragraph.
    if (!isHtml) Object.assign(state, { skipHtmlSpecial: false });
    const token = state.tokens.at(-1);
    // Escaped in the twin: other programs could take it for HTML, if only at the start of a line.
    if (!silent && isText) recordEdit(page, pos, pos + 1, "\\<");
    else if (!silent && isHtml && token) htmlToken(token, page, pos, md);
    return isHtml && isElement;
  });
  const htmlBlock = builtIn("block", "html_block");
  const alt = ["paragraph", "reference", "blockquote"];
  const readHtml: BlockRule = (state, first, end, silent) => {
    const page = pageEnv(state);
    const start = startOf(state, first);
    if (state.src.charCodeAt(start) !== 0x3c || !mayBeElement(state.src, start, page.depth))
      return false;
    if (isTextAsHtml(state.src, start, state.eMarks[end - 1])) return false;
    if (isMarkedText(state.src.slice(start, state.eMarks[first]))) return false;
    if (!htmlBlock(state, first, end, silent)) return false;
    if (!silent) page.depth += depthAfter(state.tokens.at(-1)?.content ?? "");
    return true;
  };
  md.block.ruler.at("html_block", readHtml, { alt });
  renderImages(md);
  const normalize = md.normalizeLink.bind(md);
  // The parser's own function parses every address.
  md.normalizeLink = (url) => (isPlainPath(url) ? url : normalize(url));
}

/** Parses the text of blocks. */
export function parseText(tokens: readonly Token[], { md, env }: StateCore): void {
  const page = pageEnv({ env });
  let line = 0;
  page.depth = 0;
  tokens.forEach((token, index) => {
    if (token.map) line = token.map[0];
    if (token.type !== "inline" && token.type !== "html_block") return;
    const before = tokens[index - 1];
    page.isCell = before?.type === "td_open" || before?.type === "th_open";
    page.heading = before?.type === "heading_open" ? before : undefined;
    page.placeAt = page.placesOf(token.content, line, page.isCell);
    if (token.type === "inline") md.inline.parse(token.content, md, env, (token.children ??= []));
    else htmlToken(token, page, 0, md);
  });
}

/** The zero-based line of an offset in the text that is being parsed. */
export function lineIn(page: PageEnv, at: number): number {
  return page.placeAt(page.inset + at).line;
}

/**
 * Renders an image with its alternative text; an image from another origin becomes a link. Inside
 * a link, or if not even a link would be safe, only the words are left.
 */
function renderImages(md: MarkdownIt): void {
  md.renderer.renderInlineAsText = inlineText;
  const image = md.renderer.rules["image"] as NonNullable<(typeof md.renderer.rules)[string]>;
  md.renderer.rules["image"] = (tokens, index, ...rest) => {
    const token = tokens[index] as Token;
    // An author's plugin may keep a value of its own in `meta`.
    const refusal = token.meta as { asWords?: boolean } | null;
    const href = String(token.attrGet("src") ?? "");
    const player = playerOf(href);
    const text = inlineText(token.children ?? []);
    if (refusal?.asWords === undefined)
      return player ? renderPlayer(player, href, text) : image(tokens, index, ...rest);
    const words = md.utils.escapeHtml(text);
    return refusal.asWords ? words : `<a href="${md.utils.escapeHtml(href)}">${words}</a>`;
  };
}

/**
 * The parser's own rule for links, images or bare addresses, after which the destination is
 * resolved. Bare addresses stay as they are in the twin.
 */
function resolving(name: string): InlineRule {
  const isImage = name === "image";
  const [kind, type, attribute] = isImage
    ? (["image", "image", "src"] as const)
    : (["link", "link_open", "href"] as const);
  const rule = builtIn("inline", name);
  return (state, silent) => {
    const start = state.pos;
    const page = pageEnv(state);
    // The words of an image are parsed separately, and begin after two characters.
    const inset = isImage ? start + 2 : 0;
    page.inset += inset;
    const found = rule(state, silent);
    page.inset -= inset;
    if (!found) return false;
    const token = silent ? undefined : state.tokens.findLast((each) => each.type === type);
    if (!token) return true;
    const href = String(token.attrGet(attribute) ?? "");
    const line = lineIn(page, start);
    const player = isImage ? playerOf(href) : undefined;
    const target = page.resolver.resolve(href, player ? "media" : kind, line);
    if (token.info === "auto") return true;
    page.targets.set(href, target);
    token.attrSet(attribute, target.href);
    if (isImage) finishImage(token, target, page, line, isInLink(state));
    if ((target.refused || player) && token.content.trim() === "")
      showAddress(token, target.url, state, start);
    else {
      // In the twin, a player is a link to its file.
      if (player && !target.refused && !isInLink(state))
        recordEdit(page, start, start + 1, spaceAfter(state.src[start - 1]));
      if (target.url !== href)
        editDestination(state, isImage ? start + 1 : start, href, target.url);
    }
    return true;
  };
}

/** Separates in the twin a character and a bracket that together would mean something else. */
export function spaceAfter(sign = ""): string {
  return /[\^!]/.test(sign) ? "<!-- -->" : "";
}

/**
 * Records the edit of a destination. Reference links are edited where they are defined. If a link's
 * label is followed by a plain path only, as most are, it need not be parsed again.
 * @param label Where the bracket before its words is.
 */
function editDestination(state: StateInline, label: number, href: string, url: string): void {
  const { src, pos: end, md } = state;
  if (src[end - 1] !== ")") return;
  const plain = end - 1 - href.length;
  if (isPlainPath(href) && src.startsWith(`](${href})`, plain - 2))
    return recordEdit(pageEnv(state), plain, end - 1, url);
  const labelEnd = md.helpers.parseLinkLabel(state, label);
  const from = labelEnd + 2 + (/^\s*/.exec(src.slice(labelEnd + 2))?.[0].length ?? 0);
  const destination = md.helpers.parseLinkDestination(src, from, end);
  recordEdit(pageEnv(state), from, destination.ok ? destination.pos : from, url);
}

/** Gives an image its size and way of loading, and reports an image without words. */
export function finishImage(
  token: Token,
  target: Target,
  page: PageEnv,
  line: number,
  isLinked: boolean,
): void {
  const problem = "has an image without words for those who cannot see it";
  if (token.content.trim() === "") page.resolver.report(line, problem, "`![what it shows](file)`");
  if (target.refused || (isLinked && playerOf(target.href))) {
    token.meta = { asWords: isLinked || target.refused === "unsafe" };
    return;
  }
  for (const [name, value] of imageAttributes(target)) token.attrSet(name, value);
}

/** A refused image without words gets its address as words, in every form of the page. */
function showAddress(image: Token, url: string, state: StateInline, start: number): void {
  image.children = [Object.assign(new state.Token("text", "", 0), { content: url })];
  const words = escapeMarkdown(url);
  const { asWords } = (image.meta ?? {}) as { asWords?: boolean };
  const shown = asWords ? words : `[${words}](${url})`;
  recordEdit(pageEnv(state), start, state.pos, shown);
}

function htmlToken(token: Token, page: PageEnv, at: number, md: MarkdownIt): void {
  if (isMark(token.content)) return;
  const { resolver, ids, depth } = page;
  const lineOf = (offset: number): number => lineIn(page, at + offset);
  const { html, twin } = publishHtml(token.content, { lineOf, resolver, md, ids, depth });
  for (const { start, end, replace } of twin) recordEdit(page, at + start, at + end, replace);
  page.depth += depthAfter(token.content);
  token.content = html;
}

/** Whether the text being parsed is the words of a link. */
export function isInLink(state: StateInline): boolean {
  // The types lack this field.
  return ((state as { linkLevel?: number }).linkLevel ?? 0) > 0;
}

/** The state of the page that is being parsed. */
export function pageEnv({ env }: { env: unknown }): PageEnv {
  return env as PageEnv;
}

/** A rule of markdown-it or of footnotes, taken from a fresh parser through its public interface. */
export function builtIn(kind: "block", name: string): BlockRule;
export function builtIn(kind: "inline", name: string): InlineRule;
export function builtIn(kind: "block" | "inline", name: string): unknown {
  const { ruler } = new createParser({ html: true, linkify: true }).use(footnotes)[kind];
  ruler.enableOnly([name]);
  return ruler.getRules("")[0];
}
