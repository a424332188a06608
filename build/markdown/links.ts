import type { MarkdownIt, StateInline, Token } from "markdown-it";
import createParser from "markdown-it/dist/index.cjs.js";
import { imageAttributes, isPlainPath, type PageEnv, type Target } from "./link-types.ts";
import { escapeMarkdown, inlineText } from "./plain-text.ts";
import { publishHtml } from "./raw-html.ts";
import { recordEdit } from "./twin-edits.ts";

type InlineRule = (state: StateInline, silent: boolean) => boolean;

/**
 * Resolves every link and image while it is parsed, so that HTML, twin and corpus share one result,
 * and records the edits that make the addresses in the Markdown source absolute.
 */
export function linksPlugin(md: MarkdownIt): void {
  md.inline.ruler.at("link", resolving("link", "href"));
  md.inline.ruler.at("image", resolving("image", "src"));
  const htmlInline = builtIn("html_inline");
  md.inline.ruler.at("html_inline", (state, silent) => {
    const start = state.pos;
    if (!htmlInline(state, silent)) return false;
    const token = state.tokens.at(-1);
    if (!silent && token) htmlToken(token, pageEnv(state), state.src, start, md);
    return true;
  });
  showRefusedImages(md);
  const normalize = md.normalizeLink.bind(md);
  // The parser's own takes apart every address.
  md.normalizeLink = (url) => (isPlainPath(url) ? url : normalize(url));
  md.core.ruler.at("inline", (state) => {
    const page = state.env as unknown as PageEnv;
    state.tokens.forEach((token, index) => {
      if (token.map) page.line = token.map[0];
      if (token.type !== "inline" && token.type !== "html_block") return;
      page.block = token.content;
      const before = state.tokens[index - 1]?.type;
      page.cell = before === "td_open" || before === "th_open";
      page.last = { src: "", end: 0 };
      page.counted = { at: 0, lines: 0 };
      if (token.type === "inline")
        state.md.inline.parse(token.content, state.md, state.env, (token.children ??= []));
      else htmlToken(token, page, token.content, 0, md);
    });
  });
}

/**
 * The zero-based line of an offset in the present block; for other text (a footnote, an image's
 * alternative text) the block's first.
 */
export function lineAt(page: PageEnv, src: string, at: number): number {
  if (src !== page.block) return page.line;
  if (at < page.counted.at) page.counted = { at: 0, lines: 0 };
  const counted = page.counted;
  for (; counted.at < at; counted.at++) if (src[counted.at] === "\n") counted.lines++;
  return page.line + counted.lines;
}

/**
 * Renders an image from another origin as a link to it. Inside a link, or where a link would not be
 * safe either, only its alternative text is left.
 */
function showRefusedImages(md: MarkdownIt): void {
  const image = md.renderer.rules["image"] as NonNullable<(typeof md.renderer.rules)[string]>;
  md.renderer.rules["image"] = (tokens, index, ...rest) => {
    const token = tokens[index] as Token;
    // The parser keeps something of its own in `meta`: the label of a reference.
    const refusal = token.meta as { asWords?: boolean } | null;
    if (refusal?.asWords === undefined) return image(tokens, index, ...rest);
    const href = String(token.attrGet("src") ?? "");
    const words = md.utils.escapeHtml(inlineText(token.children ?? []));
    return refusal.asWords ? words : `<a href="${md.utils.escapeHtml(href)}">${words}</a>`;
  };
}

/** The parser's own rule for links or images, whose destination is then resolved. */
function resolving(name: "link" | "image", attribute: "href" | "src"): InlineRule {
  const rule = builtIn(name);
  return (state, silent) => {
    const start = state.pos;
    if (!rule(state, silent)) return false;
    if (silent) return true;
    const token = state.tokens.findLast(
      (candidate) => candidate.type === (name === "link" ? "link_open" : "image"),
    );
    if (!token) return true;
    const page = pageEnv(state);
    const href = String(token.attrGet(attribute) ?? "");
    const line = lineAt(page, state.src, start);
    const target = page.resolver.resolve(href, name, line);
    page.targets.set(href, target);
    token.attrSet(attribute, target.href);
    if (name === "image") finishImage(token, target, page, line, isInLink(state));
    if (target.refused && token.content.trim() === "") showAddress(token, target.url, state, start);
    else if (target.url !== href) editDestination({ state, start, name }, href, target.url, page);
    return true;
  };
}

/**
 * Records the edit of a destination as written, `](../x.md`. Reference links are edited where they
 * are defined. Where a link ends with nothing but a plain path, as most do, its label need not be
 * parsed again.
 */
function editDestination(
  { state, start, name }: { state: StateInline; start: number; name: string },
  href: string,
  url: string,
  page: PageEnv,
): void {
  const end = state.pos;
  const plain = `](${href}`;
  if (isPlainPath(href) && state.src.startsWith(`${plain})`, end - plain.length - 1))
    return recordEdit(page, state.src, end - plain.length - 1, plain, `](${url}`);
  const labelStart = name === "image" ? start + 1 : start;
  const [pos, max] = [state.pos, state.posMax];
  const labelEnd = state.md.helpers.parseLinkLabel(state, labelStart, name === "link");
  state.pos = pos;
  state.posMax = max;
  if (labelEnd < 0 || state.src[labelEnd + 1] !== "(") return;
  const from = labelEnd + 2 + (/^\s*/.exec(state.src.slice(labelEnd + 2))?.[0].length ?? 0);
  const destination = state.md.helpers.parseLinkDestination(state.src, from, end);
  if (!destination.ok) return;
  const find = state.src.slice(labelEnd, destination.pos);
  recordEdit(page, state.src, labelEnd, find, state.src.slice(labelEnd, from) + url);
}

/**
 * Gives an image its size and the way it is loaded, and reports one without words.
 * @param within Whether the image is inside a link.
 */
export function finishImage(
  token: Token,
  target: Target,
  page: PageEnv,
  line: number,
  within: boolean,
): void {
  if (token.content.trim() === "")
    page.resolver.report(
      line,
      "has an image without words for those who cannot see it",
      "`![what it shows](file)`",
    );
  if (target.refused) {
    token.meta = { asWords: within || target.refused === "unsafe" };
    return;
  }
  for (const [name, value] of imageAttributes(target)) token.attrSet(name, value);
}

/** Gives a refused image without words its address as words, in every form of the page. */
function showAddress(image: Token, url: string, state: StateInline, start: number): void {
  image.children = [Object.assign(new state.Token("text", "", 0), { content: url })];
  const words = escapeMarkdown(url);
  const shown = (image.meta as { asWords: boolean }).asWords ? words : `[${words}](${url})`;
  recordEdit(pageEnv(state), state.src, start, state.src.slice(start, state.pos), shown);
}

function htmlToken(token: Token, page: PageEnv, src: string, at: number, md: MarkdownIt): void {
  const { resolver, ids } = page;
  const { html, twin } = publishHtml(token.content, {
    line: lineAt(page, src, at),
    resolver,
    md,
    ids,
  });
  for (const { start, end, replace } of twin)
    recordEdit(page, src, at + start, token.content.slice(start, end), replace);
  token.content = html;
}

/** Whether the text being parsed is the words of a link. */
export function isInLink(state: StateInline): boolean {
  // A field that the types do not have.
  return ((state as { linkLevel?: number }).linkLevel ?? 0) > 0;
}

/** The state of the page whose inline text is being parsed. */
export function pageEnv(state: StateInline): PageEnv {
  return state.env as unknown as PageEnv;
}

/**
 * One of markdown-it's own inline rules, taken from a fresh parser through its public interface.
 */
export function builtIn(name: string): InlineRule {
  const fresh = new createParser({ html: true });
  fresh.inline.ruler.enableOnly([name]);
  return fresh.inline.ruler.getRules("")[0] as unknown as InlineRule;
}
