import type { MarkdownIt } from "markdown-it";
import type { Surroundings, Target } from "./links.ts";
import { openComment, tagsOf, type RawAttribute, type RawTag } from "./raw-tags.ts";

/** Elements that load or run something, send something, or hide what follows them. */
const refused = new Set(
  "script iframe frame frameset object embed applet link style base meta form textarea title noscript plaintext xmp noembed noframes".split(
    " ",
  ),
);
/** Attributes that fetch what they name. */
const fetched = new Set(["src", "poster", "background", "data"]);
const nothing = "content that loads and runs nothing";

/** A change to hand-written HTML: the text from `start` to `end` becomes `replace`. */
export interface RawEdit {
  start: number;
  end: number;
  replace: string;
}

/** What hand-written HTML becomes on the page, and how its addresses change in the Markdown twin. */
export interface RawResult {
  html: string;
  twin: RawEdit[];
  /** Ids that its elements have. */
  ids: string[];
}

/**
 * Reads hand-written HTML: its addresses are resolved like any other, its images get sizes, and what would load or run something is
 * a fault. Where such a fault is tolerated the page stays harmless: the element is shown as text, the attribute is left out.
 * @param line Zero-based line of the body on which the markup begins.
 */
export function readRawHtml(markup: string, line: number, around: Surroundings, md: MarkdownIt): RawResult {
  const edits: RawEdit[] = [];
  const twin: RawEdit[] = [];
  const ids: string[] = [];
  let [counted, lineNow] = [0, line];
  const lineOf = (at: number): number => {
    for (; counted < at; counted++) if (markup[counted] === "\n") lineNow++;
    return lineNow;
  };
  for (const tag of tagsOf(markup)) {
    if (refused.has(tag.name)) {
      if (!tag.closing) around.complain(lineOf(tag.start), `has a <${tag.name}> element`, nothing);
      edits.push({ start: tag.start, end: tag.start + 1, replace: "&lt;" });
    } else if (!tag.closing) {
      ids.push(...tag.attributes.filter(({ name }) => name === "id").map(({ value }) => value));
      readTag(tag, { line: lineOf(tag.start), around, md, markup, edits, twin });
    }
  }
  const open = openComment(markup);
  if (open !== -1) {
    around.complain(lineOf(open), "begins a comment that never ends", "`-->` after it");
    edits.push({ start: markup.length, end: markup.length, replace: "-->" });
  }
  return { html: applied(markup, edits), twin, ids };
}

interface Reading {
  line: number;
  around: Surroundings;
  md: MarkdownIt;
  markup: string;
  edits: RawEdit[];
  twin: RawEdit[];
}

function readTag(tag: RawTag, reading: Reading): void {
  const { line, around, md, markup, edits, twin } = reading;
  const decoded = ({ value }: RawAttribute) => md.utils.unescapeAll(value.replaceAll("\\", "\\\\")).trim();
  let image: Target | undefined;
  for (const attribute of tag.attributes) {
    const { name, start, end } = attribute;
    const problem = loading(name, decoded(attribute));
    const kind = kindOf(tag.name, name);
    if (problem !== undefined) {
      around.complain(line, problem, name === "srcset" ? "`![what it shows](file)`" : nothing);
      edits.push({ start, end, replace: "" });
    } else if (kind !== undefined) {
      const target = around.resolve(decoded(attribute), kind, line);
      if (tag.name === "img") image = target;
      // Line ends inside the attribute stay, so that every later line of the page keeps its number.
      const write = (address: string): string =>
        `${name}="${md.utils.escapeHtml(address)}"${markup.slice(start, end).replace(/[^\n]+/g, "")}`;
      if (attribute.value !== md.utils.escapeHtml(target.url)) twin.push({ start, end, replace: write(target.url) });
      edits.push({
        start,
        end,
        replace: target.refused
          ? ""
          : attribute.value === md.utils.escapeHtml(target.href)
            ? markup.slice(start, end)
            : write(target.href),
      });
    }
  }
  if (tag.name === "img") finishImage(tag, image, reading);
}

/** An image has words, and is laid out before it is there. One from another origin becomes a link to it. */
function finishImage(
  { attributes, start, end }: RawTag,
  target: Target | undefined,
  { line, around, md, markup, edits }: Reading,
): void {
  const alt = attributes.find(({ name }) => name === "alt");
  if (!alt)
    around.complain(
      line,
      "has an image without words for those who cannot see it",
      '`alt="what it shows"`, or `alt=""` if it says nothing',
    );
  if (target?.refused) {
    while (edits.length > 0 && (edits.at(-1) as RawEdit).start >= start) edits.pop();
    edits.push({
      start,
      end,
      replace: `<a href="${md.utils.escapeHtml(target.href)}">${alt?.value || md.utils.escapeHtml(target.href)}</a>`,
    });
    return;
  }
  const has = (name: string) => attributes.some((attribute) => attribute.name === name);
  const size =
    target?.width && target.height && !has("width") && !has("height")
      ? ` width="${target.width}" height="${target.height}"`
      : "";
  const added = `${size}${has("loading") ? "" : ' loading="lazy"'}${has("decoding") ? "" : ' decoding="async"'}`;
  const before = /\s*\/?>$/.exec(markup.slice(start, end)) as RegExpExecArray;
  edits.push({ start: start + before.index, end: start + before.index, replace: added });
}

/** Why an attribute cannot stay, if it cannot. */
function loading(name: string, value: string): string | undefined {
  if (name === "srcset" || name === "imagesrcset") return "has an image with `srcset`";
  if (/^on[a-z]+$/.test(name)) return `has an attribute that runs code (\`${name}\`)`;
  if (name === "ping" || name === "action" || name === "formaction")
    return `has an attribute that sends something (\`${name}\`)`;
  if (name === "style" && /url\s*\(|image-set|src\s*\(|\\/i.test(value)) return "has a style that loads something";
  return undefined;
}

/** What an attribute's address is for; undefined for attributes that are no addresses. */
function kindOf(element: string, attribute: string): "link" | "image" | undefined {
  if (fetched.has(attribute)) return "image";
  if (attribute !== "href" && attribute !== "xlink:href") return undefined;
  return element === "a" || element === "area" ? "link" : "image";
}

function applied(markup: string, edits: readonly RawEdit[]): string {
  let [result, cursor] = ["", 0];
  for (const { start, end, replace } of edits) {
    result += markup.slice(cursor, start) + replace;
    cursor = end;
  }
  return result + markup.slice(cursor);
}
