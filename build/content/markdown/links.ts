import createParser, { type MarkdownIt, type StateInline, type Token } from "markdown-it";
import type { Edit } from "./edits.ts";

/** Where a link leads once resolved: `href` as it stands in HTML, `url` absolute, sizes for an image whose file is known. */
export interface Target {
  href: string;
  url: string;
  width?: number | undefined;
  height?: number | undefined;
}

/** What the renderer asks of the site while it reads a page. `line` is zero-based in the body. */
export interface Surroundings {
  resolve(href: string, kind: "link" | "image", line: number): Target;
  complain(line: number, problem: string, expected: string): void;
}

/** State of one page while it is parsed, carried in markdown-it's `env`. */
export interface PageEnv {
  around: Surroundings;
  edits: Edit[];
  /** Line of the block being parsed. */
  line: number;
  /** The inline text last edited and where that edit ended in it. */
  last: { src: string; end: number };
}

type InlineRule = (state: StateInline, silent: boolean) => boolean;

/**
 * Resolves every link and image while it is parsed, so that HTML, twin and corpus share one result,
 * and notes how the Markdown source has to change to carry absolute addresses.
 */
export function linksPlugin(md: MarkdownIt): void {
  md.inline.ruler.at("link", wrapped("link", "href"));
  md.inline.ruler.at("image", wrapped("image", "src"));
  const htmlInline = builtIn("html_inline");
  md.inline.ruler.at("html_inline", (state, silent) => {
    const start = state.pos;
    if (!htmlInline(state, silent)) return false;
    const token = state.tokens.at(-1);
    if (!silent && token) htmlToken(token, env(state), state.src, start);
    return true;
  });
  md.core.ruler.at("inline", (state) => {
    const page = state.env as unknown as PageEnv;
    for (const token of state.tokens) {
      if (token.map) page.line = token.map[0];
      if (token.type === "inline") state.md.inline.parse(token.content, state.md, state.env, (token.children ??= []));
      else if (token.type === "html_block") htmlToken(token, page, token.content, 0);
    }
  });
}

function wrapped(name: "link" | "image", attribute: "href" | "src"): InlineRule {
  const rule = builtIn(name);
  return (state, silent) => {
    const start = state.pos;
    if (!rule(state, silent)) return false;
    if (silent) return true;
    const token = state.tokens.findLast((candidate) => candidate.type === (name === "link" ? "link_open" : "image"));
    if (!token) return true;
    const page = env(state);
    const href = String(token.attrGet(attribute) ?? "");
    const target = page.around.resolve(href, name, page.line);
    token.attrSet(attribute, target.href);
    if (name === "image") finishImage(token, target, page);
    if (target.url !== href) noteDestination(state, start, name, target.url, page);
    return true;
  };
}

/** Finds the destination as written, `](../x.md`, and notes its replacement. Reference links are changed where they are defined. */
function noteDestination(state: StateInline, start: number, name: string, url: string, page: PageEnv): void {
  const end = state.pos;
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
  note(page, state.src, labelEnd, find, state.src.slice(labelEnd, from) + url);
}

function note(page: PageEnv, src: string, at: number, find: string, replace: string): void {
  if (page.last.src !== src) page.last = { src, end: 0 };
  const before = src.slice(page.last.end, at);
  page.edits.push({ line: page.line, find, replace, skip: before.split(find).length - 1 });
  page.last.end = at + find.length;
}

function finishImage(token: Token, target: Target, page: PageEnv): void {
  if (token.content.trim() === "") page.around.complain(page.line, "has an image without words for those who cannot see it", "`![what it shows](file)`");
  if (target.width && target.height) {
    token.attrSet("width", String(target.width));
    token.attrSet("height", String(target.height));
  }
  token.attrSet("loading", "lazy");
  token.attrSet("decoding", "async");
}

const attributes = /(\s(?:href|src|poster)\s*=\s*)("[^"]*"|'[^']*')/gi;
const loads = /<(script|iframe|object|embed|link|style|base|form)\b/i;

/** Raw HTML: its addresses are resolved too, and what would load or run something is a fault. */
function htmlToken(token: Token, page: PageEnv, src: string, at: number): void {
  const element = loads.exec(token.content)?.[1];
  if (element) page.around.complain(page.line, `has a <${element.toLowerCase()}> element`, "content that loads and runs nothing");
  if (/\ssrcset\s*=/i.test(token.content)) page.around.complain(page.line, "has an image with `srcset`", "`![what it shows](file)`");
  let end = at;
  token.content = token.content.replace(attributes, (written: string, name: string, quoted: string) => {
    const quote = quoted[0] as string;
    const kind = name.trim().toLowerCase().startsWith("href") ? "link" : "image";
    const target = page.around.resolve(decodeEntities(quoted.slice(1, -1)), kind, page.line);
    const value = (address: string) => name + quote + address.replaceAll("&", "&amp;").replaceAll(quote, quote === '"' ? "&quot;" : "&#39;") + quote;
    const replaced = value(target.url);
    end = src.indexOf(written, end);
    if (replaced !== written && end !== -1) note(page, src, end, written, replaced);
    return value(target.href);
  });
}

function decodeEntities(text: string): string {
  return text.replaceAll("&amp;", "&").replaceAll("&quot;", '"').replaceAll("&#39;", "'");
}

function env(state: StateInline): PageEnv {
  return state.env as unknown as PageEnv;
}

/** One of markdown-it's own inline rules, taken from a fresh parser through its public interface. */
function builtIn(name: string): InlineRule {
  const fresh = new createParser({ html: true });
  fresh.inline.ruler.enableOnly([name]);
  return fresh.inline.ruler.getRules("")[0] as unknown as InlineRule;
}
