import type { MarkdownIt } from "markdown-it";
import type { LinkResolver, Target } from "./link-types.ts";
import { harmless, kindOf, refusalOf } from "./raw-html-policy.ts";
import type { RawTag } from "./raw-tags.ts";

/** A change to hand-written HTML: the text from `start` to `end` becomes `replace`. */
export interface RawEdit {
  start: number;
  end: number;
  replace: string;
}

/** The tag's place on the page, and where its edits are collected. */
interface TagContext {
  line: number;
  resolver: LinkResolver;
  md: MarkdownIt;
  markup: string;
  edits: RawEdit[];
  twin: RawEdit[];
  ids: Set<string>;
}

/**
 * Records how a start tag is published: its addresses resolved, an image with its size, and without the attributes that
 * are refused, which are reported.
 */
export function editTag(tag: RawTag, context: TagContext): void {
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
export function lineEnds(markup: string, start: number, end: number): string {
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
