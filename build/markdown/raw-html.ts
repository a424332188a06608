import type { MarkdownIt } from "markdown-it";
import { addressUse, attributes, dangerOf, elements } from "../lib/html-effects.ts";
import { commentsPattern, type HtmlTag, tokenize } from "../lib/html-tokens.ts";
import { type Edit, imageAttributes, type LinkResolver, type Target } from "./link-types.ts";
import { playerAttributes } from "./players.ts";

/** All elements that hand-written HTML may not have. */
const refusedElements = new Set([elements.running, elements.forbidden, elements.page_only].flat());

/** Elements that browsers know, or that are refused. */
const knownElements = new Set([...elements.known, ...refusedElements]);

/** Why hand-written HTML loses an attribute, as the rest of a sentence; undefined if it stays. */
function refusalOf(element: string, name: string, value: string): string | undefined {
  if (attributes.fetching_one.includes(name)) return "has an image with `srcset`";
  if (attributes.sending.includes(name))
    return `has an attribute that sends something (\`${name}\`)`;
  return dangerOf(element, name, value);
}

/** The warning about `style` attributes, which are published though the policy blocks them. */
export const blockedStyle = "`style=` shows nothing, because the pages' policy blocks it";

/**
 * Whether browsers know the element of a tag. They show nothing of an unknown tag. Inside `<svg>`
 * and `<math>` every element counts as known.
 * @param at Where in the text the tag begins; the result is true if no tag is there.
 * @param depth How many `<svg>` and `<math>` elements it is in.
 */
export function mayBeElement(src: string, at: number, depth: number): boolean {
  tagName.lastIndex = at;
  const name = tagName.exec(src)?.[1]?.toLowerCase();
  return name === undefined || depth > 0 || knownElements.has(name);
}

const tagName = /<\/?([a-z][^\s/>]*)/iy;

/**
 * Whether text begins at a place that looks like markup: a CDATA section, or an unfinished
 * processing instruction or declaration.
 * @param last Where it would have to end.
 */
export function isTextAsHtml(src: string, at: number, last = at): boolean {
  noElement.lastIndex = at;
  const [begin] = noElement.exec(src) ?? [];
  if (begin === undefined || begin === "<![CDATA[") return begin !== undefined;
  const end = src.indexOf(begin === "<?" ? "?>" : ">", at);
  return end === -1 || end >= last;
}

const noElement = /<(?:!\[CDATA\[|\?|![a-z])/iy;

/** How many more drawings and formulas are open after a piece of HTML than before it. */
export function depthAfter(markup: string): number {
  const opening = markup.match(/<(?:svg|math)(?=[\s>])(?![^>]*\/>)/gi) ?? [];
  return opening.length - (markup.match(/<\/(?:svg|math)\s*>/gi) ?? []).length;
}

/** The expected replacement of a refused element or attribute. */
const harmless = "content that loads and runs nothing";

const white = "[ \\t\\n\\f\\r]";
/** A tag by CommonMark (section 6.6), with HTML's white space: all programs read it alike. */
const plainTag = new RegExp(
  `^<(?:/[a-z][a-z0-9:._-]*|[a-z][a-z0-9:._-]*(?:${white}+[a-z_:][a-z0-9_:.-]*(?:${white}*=${white}*` +
    `(?:[^\\s"'=<>\`]+|'[^']*'|"[^"]*"))?)*${white}*/?)${white}*>$`,
  "i",
);

/** The surroundings of a piece of HTML. */
interface Context {
  /** Converts an offset in the piece to its zero-based line in the body. */
  lineOf(at: number): number;
  resolver: LinkResolver;
  md: MarkdownIt;
  /** How many `<svg>` and `<math>` elements the piece is in. */
  depth: number;
  /** Ids of the page's elements before it; its own are added. */
  ids: Set<string>;
}

/**
 * Reads hand-written HTML: its addresses are resolved like any other, its images get sizes, and
 * markup that would load or run something is a fault. If the fault is tolerated, the page stays
 * harmless: elements are shown as text, foreign frames, images and films as links, and attributes
 * are left out. A tag that is changed, or that programs could read in more than one way, is written
 * anew. The result never ends inside a tag or a comment: unfinished ones are shown as text, and so
 * are elements that browsers do not know. The first element with an id keeps the id.
 * @returns the HTML, and the edits of its addresses in the twin
 */
export function publishHtml(markup: string, context: Context) {
  const twin: Edit[] = [];
  if (commentsPattern.test(markup)) return { html: markup, twin };
  const { lineOf, resolver, md } = context;
  let html = "";
  let cursor = 0;
  let { depth } = context;
  /** @param inTwin Its replacement in the twin, if that differs from the source. */
  const put = (replace: string, start: number, end: number, inTwin?: string): void => {
    html += markup.slice(cursor, start) + replace;
    cursor = end;
    if (inTwin !== undefined) twin.push({ start, end, replace: inTwin });
  };
  const { tokens, unfinished } = tokenize(markup, true);
  for (const token of tokens) {
    const { start, end } = token;
    const written = markup.slice(start, end);
    if (token.kind === "text") continue;
    const asText = written.replaceAll("<", "&lt;");
    if (token.kind !== "cdata") depth += depthAfter(written);
    // In an SVG, CDATA is text; elsewhere a comment up to the first `>`. Escaped, it is text.
    if (token.kind === "cdata") {
      // Other programs would hide some of it, or take it for Markdown.
      const inTwin = written.replace(/[!-/:-@[-`{-~]/g, (sign) => `&#${sign.charCodeAt(0)};`);
      put(md.utils.escapeHtml(written), start, end, inTwin);
    } else if (refusedElements.has(token.name)) {
      const isFrame = token.name === "iframe";
      const expected = isFrame ? "a link: `[title](https://…)`" : harmless;
      if (token.kind === "open")
        resolver.report(lineOf(start), `has a <${token.name}> element`, expected);
      const shown = isFrame ? frameAsLink(token, context, asText) : { html: asText, twin: asText };
      put(shown.html, start, end, isFrame ? shown.twin + lineEnds(markup, start, end) : asText);
    } else if (!/^[a-z][a-z0-9:._-]*$/.test(token.name) || !mayBeElement(markup, start, depth)) {
      put(asText, start, end, asText);
    } else if (token.kind === "close")
      put(plainTag.test(written) ? written : `</${token.name}>`, start, end);
    else {
      const tag = publishTag(token, context, markup);
      put(tag.html, start, end);
      twin.push(...tag.twin);
    }
  }
  if (unfinished !== -1 && markup.startsWith("<!--", unfinished)) {
    resolver.report(lineOf(unfinished), "begins a comment that never ends", "`-->` after it");
    put(`${markup.slice(cursor)}-->`, cursor, markup.length);
  } else if (unfinished !== -1)
    put(markup.slice(unfinished).replaceAll("<", "&lt;"), unfinished, markup.length);
  return { html: html + markup.slice(cursor), twin };
}

/**
 * A start tag with its addresses resolved, an image with its size, a player with controls and an
 * end, and without the attributes that are refused.
 */
function publishTag(tag: HtmlTag, { lineOf, resolver, md, ids }: Context, markup: string) {
  const line = lineOf(tag.start);
  const twin: Edit[] = [];
  let source: Target | undefined;
  const kept: string[] = [];
  let changed = false;
  const attribute = (name: string, value: string) => `${name}="${md.utils.escapeHtml(value)}"`;
  for (const [name, { value, hasValue, start, end }] of tag.attributes) {
    if (name === "style") resolver.warn(line, blockedStyle);
    const problem = refusalOf(tag.name, name, value.trim());
    const kind = addressUse(tag.name, name);
    if (problem !== undefined) {
      resolver.report(line, problem, name === "srcset" ? "`![what it shows](file)`" : harmless);
      changed = true;
    } else if (name === "id" && ids.has(value)) {
      resolver.report(line, `has the id \`${value}\` a second time`, "an id that is only its own");
      changed = true;
    } else if (kind !== undefined) {
      const target = resolver.resolve(value.trim(), kind, line);
      if (name === "src") source ??= target;
      const replace = attribute(name, target.url) + lineEnds(markup, start, end);
      if (value !== target.url) twin.push({ start, end, replace });
      if (!target.refused) kept.push(attribute(name, target.href));
      changed ||= target.refused !== undefined || target.href !== value;
    } else {
      if (name === "id") ids.add(value);
      if (/^[a-z_:][a-z0-9_:.-]*$/.test(name)) kept.push(hasValue ? attribute(name, value) : name);
    }
  }
  if (tag.name === "img" && !tag.attributes.has("alt")) {
    const problem = "has an image without words for those who cannot see it";
    resolver.report(line, problem, '`alt="what it shows"`, or `alt=""` if it says nothing');
  }
  const isPlayer = tag.name === "video" || tag.name === "audio";
  const written = markup.slice(tag.start, tag.end);
  const slash = /\s?\/(?=>$)/.exec(written)?.[0].replace(/\s/, " ") ?? "";
  if ((tag.name === "img" || isPlayer) && source?.refused) {
    const said = tag.attributes.get(isPlayer ? "title" : "alt")?.value || source.href;
    const words = md.utils.escapeHtml(said);
    const link =
      source.refused === "foreign" ? `<a ${attribute("href", source.href)}>${words}</a>` : words;
    // The end tag of a refused player stays, so a hidden start tag that plays nothing precedes it.
    const html = isPlayer && slash === "" ? `${link} <${tag.name} hidden>` : link;
    // The twin says the same, so that every form of the page has the same words.
    const { start, end } = tag;
    return { html, twin: [{ start, end, replace: html + lineEnds(markup, start, end) }] };
  }
  if (tag.name === "img" || isPlayer) {
    const hasSize = tag.attributes.has("width") || tag.attributes.has("height");
    const image = imageAttributes(hasSize ? undefined : source);
    const defaults = (isPlayer ? Object.entries(playerAttributes) : image).filter(
      ([name]) => !tag.attributes.has(name),
    );
    kept.push(...defaults.map(([name, value]) => attribute(name, value)));
    changed ||= defaults.length > 0;
  }
  if (!changed && plainTag.test(written)) return { html: written, twin };
  const start = [tag.name, ...kept].join(" ");
  // HTML ignores the slash in `<video/>`: without an end tag the player would swallow what follows.
  if (slash !== "" && isPlayer) return { html: `<${start}></${tag.name}>`, twin };
  return { html: `<${start}${slash}>`, twin };
}

/**
 * A frame as a link to its page, named by its title. Its tags become `<span>` and `</span>`, so
 * that no line of the twin becomes blank: Markdown would read indented text after a blank line as
 * code.
 */
function frameAsLink(tag: HtmlTag, { lineOf, resolver, md }: Context, asText: string) {
  if (tag.kind === "close") return { html: "</span>", twin: "</span>" };
  const source = tag.attributes.get("src")?.value.trim() ?? "";
  const target = source === "" ? undefined : resolver.resolve(source, "link", lineOf(tag.start));
  if (target === undefined || target.refused)
    return { html: `<span>${asText}`, twin: `<span>${asText}` };
  const { escapeHtml } = md.utils;
  const link = (address: string) =>
    `<span><a href="${escapeHtml(address)}">${escapeHtml(tag.attributes.get("title")?.value.trim() || target.url)}</a>`;
  return { html: link(target.href), twin: link(target.url) };
}

/** Line ends in replaced text stay, so that later lines of the page keep their numbers. */
function lineEnds(markup: string, start: number, end: number): string {
  return markup.slice(start, end).replace(/[^\n]+/g, "");
}
