import type { MarkdownIt } from "markdown-it";
import type { LinkResolver } from "./link-types.ts";
import { harmless, linkedElements, refusedElements } from "./raw-html-policy.ts";
import { editTag, lineEnds, type RawEdit } from "./raw-tag-edits.ts";
import { type RawTag, readMarkup } from "./raw-tags.ts";

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
      editTag(part, { line: lineOf(start), resolver, md, markup, edits, twin, ids });
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

function applied(markup: string, edits: readonly RawEdit[]): string {
  let [result, cursor] = ["", 0];
  for (const { start, end, replace } of edits) {
    result += markup.slice(cursor, start) + replace;
    cursor = end;
  }
  return result + markup.slice(cursor);
}
