import type { MarkdownIt } from "markdown-it";
import type { LinkResolver, Target } from "./link-types.ts";
import { kindOf, linkedElements, refusalOf, refusedElements } from "./raw-html-policy.ts";
import { type RawTag, readMarkup } from "./raw-tags.ts";

/** What is expected instead of an element or attribute that is refused. */
const harmless = "content that loads and runs nothing";

/** A change to hand-written HTML: the text from `start` to `end` becomes `replace`. */
interface RawEdit {
  start: number;
  end: number;
  replace: string;
}

/** Hand-written HTML as it is published, and the edits of its addresses in the Markdown twin. */
interface RawResult {
  html: string;
  twin: RawEdit[];
}

/**
 * Reads hand-written HTML: its addresses are resolved like any other, its images get sizes, and what would load or run
 * something is a fault. Where such a fault is tolerated the page stays harmless: the element is shown as text, or as a
 * link to what it would show, the attribute is left out. The result never ends inside a tag or a comment, whatever
 * follows it on the page: a tag without an end is shown as text. A tag that programs could read in more than one way is
 * rewritten. Of elements with one id the first keeps it.
 * @param line Zero-based line of the body on which the markup begins.
 * @param ids Ids of elements of the page before it; its own are added.
 */
export function readRawHtml(
  markup: string,
  line: number,
  resolver: LinkResolver,
  md: MarkdownIt,
  ids: Set<string>,
): RawResult {
  const edits: RawEdit[] = [];
  const twin: RawEdit[] = [];
  let [counted, lineNow] = [0, line];
  const lineOf = (at: number): number => {
    for (; counted < at; counted++) if (markup[counted] === "\n") lineNow++;
    return lineNow;
  };
  const showAsText = (start: number, end: number): void => {
    edits.push({ start, end, replace: markup.slice(start, end).replaceAll("<", "&lt;") });
  };
  const { parts, unfinished } = readMarkup(markup);
  for (const part of parts) {
    const { start, end } = part;
    if (part.kind === "text") continue;
    if (part.kind !== "tag") {
      // A CDATA section is text in an SVG and elsewhere a comment that ends at the first `>`. Escaped, it is text
      // everywhere.
      edits.push({ start, end, replace: md.utils.escapeHtml(part.text) });
    } else if (refusedElements.has(part.name)) {
      if (!part.closing) resolver.report(lineOf(start), `has a <${part.name}> element`, harmless);
      if (!linkedElements.has(part.name) || !showLink(part)) {
        showAsText(start, end);
        twin.push(edits.at(-1) as RawEdit);
      }
    } else if (!/^[a-z][a-z0-9:._-]*$/.test(part.name)) showAsText(start, end);
    else if (part.closing) {
      if (!part.plain) edits.push({ start, end, replace: `</${part.name}>` });
    } else {
      readTag(part, { line: lineOf(start), resolver, md, markup, edits, twin, ids });
    }
  }
  if (unfinished !== -1 && markup.startsWith("<!--", unfinished)) {
    resolver.report(lineOf(unfinished), "begins a comment that never ends", "`-->` after it");
    edits.push({ start: markup.length, end: markup.length, replace: "-->" });
  } else if (unfinished !== -1) showAsText(unfinished, markup.length);
  return { html: applied(markup, edits), twin };

  /**
   * Puts a link in place of an element: to what it would have shown, named by its title. Its end tag, and a tag around
   * sources, are left out. In the twin `<span>` stands for them, so that no line becomes blank and what follows is the
   * same HTML as before; Markdown would read indented text after a blank line as code.
   * @returns whether there is nothing else to show.
   */
  function showLink(tag: RawTag): boolean {
    const { start, end, name, closing } = tag;
    const valueOf = (wanted: string) =>
      tag.attributes.find((attribute) => attribute.name === wanted)?.value.trim() ?? "";
    const [source, gap] = [valueOf("src"), lineEnds(markup, start, end)];
    if (source === "" && name === "iframe" && !closing) return false;
    const target = source === "" ? undefined : resolver.resolve(source, "link", lineOf(start));
    if (target?.refused) return false;
    const { escapeHtml } = md.utils;
    const link = (address: string | undefined) =>
      address === undefined
        ? ""
        : `<a href="${escapeHtml(address)}">${escapeHtml(valueOf("title") || (target?.url ?? ""))}</a>`;
    const span = closing ? "</span>" : `<span>${link(target?.url)}${name === "source" ? "</span>" : ""}`;
    edits.push({ start, end, replace: link(target?.href) + gap });
    twin.push({ start, end, replace: span + gap });
    return true;
  }
}

interface TagContext {
  line: number;
  resolver: LinkResolver;
  md: MarkdownIt;
  markup: string;
  edits: RawEdit[];
  twin: RawEdit[];
  ids: Set<string>;
}

function readTag(tag: RawTag, context: TagContext): void {
  const { line, resolver, md, markup, edits, twin, ids } = context;
  let image: Target | undefined;
  /** What becomes of each attribute: its value, unchanged or new, or nothing where it is left out. */
  const results: (string | undefined)[] = [];
  for (const { name, value: written, start, end } of tag.attributes) {
    const value = written.trim();
    const problem = refusalOf(tag, name, value);
    const kind = kindOf(tag.name, name);
    let result: string | undefined = written;
    if (problem !== undefined) {
      resolver.report(line, problem, name === "srcset" ? "`![what it shows](file)`" : harmless);
      result = undefined;
    } else if (name === "id") {
      if (ids.has(written)) {
        resolver.report(line, `has the id \`${written}\` a second time`, "an id that is only its own");
        result = undefined;
      }
      ids.add(written);
    } else if (kind !== undefined) {
      const target = resolver.resolve(value, kind, line);
      if (tag.name === "img") image ??= target;
      if (written !== target.url)
        twin.push({ start, end, replace: attribute(name, target.url) + lineEnds(markup, start, end) });
      result = target.refused ? undefined : target.href;
    }
    results.push(result);
    if (result === undefined) edits.push({ start, end, replace: "" });
    else if (result !== written)
      edits.push({ start, end, replace: attribute(name, result) + lineEnds(markup, start, end) });
  }
  const added = tag.name === "img" ? finishImage(tag, image, context) : "";
  const linked = added === undefined ? imageAsLink(tag, image as Target, md) : undefined;
  // The twin says the same, so that every form of the page has the same words.
  if (linked !== undefined) replaceTag(twin, linked + lineEnds(markup, tag.start, tag.end));
  const whole = linked ?? (tag.plain ? undefined : rewritten(added));
  if (whole !== undefined) replaceTag(edits, whole);
  else if (added !== "") {
    const at = tag.attributes.at(-1)?.end ?? tag.start + 1 + tag.name.length;
    edits.push({ start: at, end: at, replace: added as string });
  }

  /** Replaces the whole tag, and with it what was changed inside it. */
  function replaceTag(changes: RawEdit[], replace: string): void {
    while (changes.length > 0 && (changes.at(-1) as RawEdit).start >= tag.start) changes.pop();
    changes.push({ start: tag.start, end: tag.end, replace });
  }

  function attribute(name: string, value: string): string {
    return `${name}="${md.utils.escapeHtml(value)}"`;
  }

  function rewritten(more: string | undefined): string {
    const kept = tag.attributes.flatMap(({ name }, index) => {
      const value = results[index];
      return value === undefined || !/^[a-z_:][a-z0-9_:.-]*$/.test(name) ? [] : [` ${attribute(name, value)}`];
    });
    return `<${tag.name}${kept.join("")}${more ?? ""}${markup[tag.end - 2] === "/" ? " /" : ""}>`;
  }
}

/** Line ends inside what is replaced stay, so that every later line of the page keeps its number. */
function lineEnds(markup: string, start: number, end: number): string {
  return markup.slice(start, end).replace(/[^\n]+/g, "");
}

/**
 * Reports an image without `alt`.
 * @returns the attributes to be added (its size, and how it is loaded), or undefined where it may not be loaded.
 */
function finishImage(
  { attributes }: RawTag,
  target: Target | undefined,
  { line, resolver }: Pick<TagContext, "line" | "resolver">,
): string | undefined {
  const has = (name: string) => attributes.some((attribute) => attribute.name === name);
  if (!has("alt"))
    resolver.report(
      line,
      "has an image without words for those who cannot see it",
      '`alt="what it shows"`, or `alt=""` if it says nothing',
    );
  if (target?.refused) return undefined;
  const size =
    target?.width && target.height && !has("width") && !has("height")
      ? ` width="${target.width}" height="${target.height}"`
      : "";
  return `${size}${has("loading") ? "" : ' loading="lazy"'}${has("decoding") ? "" : ' decoding="async"'}`;
}

/** An image from another origin as a link to it, and one whose address would run code as its alternative text. */
function imageAsLink({ attributes }: RawTag, { href, refused }: Target, md: MarkdownIt): string {
  const words = md.utils.escapeHtml(attributes.find(({ name }) => name === "alt")?.value || href);
  return refused === "foreign" ? `<a href="${md.utils.escapeHtml(href)}">${words}</a>` : words;
}

function applied(markup: string, edits: readonly RawEdit[]): string {
  let [result, cursor] = ["", 0];
  for (const { start, end, replace } of edits) {
    result += markup.slice(cursor, start) + replace;
    cursor = end;
  }
  return result + markup.slice(cursor);
}
