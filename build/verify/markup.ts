import createParser from "markdown-it";

/** A piece of an HTML document, in its order. */
export type Piece =
  | { kind: "open"; name: string; attributes: ReadonlyMap<string, string> }
  | { kind: "close"; name: string }
  | { kind: "text"; text: string };

/** Elements whose content is text, whatever it looks like. */
const rawText = new Set(["script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes"]);
const undecoded = new Set(["script", "style", "xmp", "iframe", "noembed", "noframes"]);

const tag = /<(\/?)([a-zA-Z][^\s/>]*)/y;
const attribute = /[\s/]*([^\s>/][^\s=>/]*)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s>"']+))?/y;

/**
 * Takes HTML apart, forgivingly, in time that grows with its length alone. It knows no implied end tags and builds no tree:
 * what is asked of a page here (which addresses, which scripts, which words) needs neither.
 */
export function piecesOf(html: string): Piece[] {
  const pieces: Piece[] = [];
  let position = 0;
  while (position < html.length) {
    const start = html.indexOf("<", position);
    if (start === -1) break;
    if (start > position) pieces.push({ kind: "text", text: unescaped(html.slice(position, start)) });
    position = html.startsWith("<!--", start)
      ? after(html, "-->", start + 4)
      : html[start + 1] === "!" || html[start + 1] === "?"
        ? after(html, ">", start)
        : readTag(html, start, pieces);
  }
  if (position < html.length) pieces.push({ kind: "text", text: unescaped(html.slice(position)) });
  return pieces;
}

/** Reads the tag at `start`, with the raw text that follows it, and says where to go on. */
function readTag(html: string, start: number, pieces: Piece[]): number {
  tag.lastIndex = start;
  const match = tag.exec(html);
  if (match === null) {
    pieces.push({ kind: "text", text: "<" });
    return start + 1;
  }
  const name = (match[2] as string).toLowerCase();
  const attributes = new Map<string, string>();
  let position = tag.lastIndex;
  for (attribute.lastIndex = position; ; position = attribute.lastIndex) {
    const found = attribute.exec(html);
    if (found === null) break;
    const key = (found[1] as string).toLowerCase();
    if (!attributes.has(key)) attributes.set(key, unescaped((found[2] ?? "").replace(/^(["'])([^]*)\1$/, "$2")));
  }
  position = after(html, ">", position);
  if (match[1] === "/") {
    pieces.push({ kind: "close", name });
    return position;
  }
  pieces.push({ kind: "open", name, attributes });
  if (!rawText.has(name)) return position;
  const end = endOf(html, name, position);
  const text = html.slice(position, end);
  if (text !== "") pieces.push({ kind: "text", text: undecoded.has(name) ? text : unescaped(text) });
  return end;
}

function endOf(html: string, name: string, from: number): number {
  const end = new RegExp(`</${name}[\\s/>]`, "gi");
  end.lastIndex = from;
  return end.exec(html)?.index ?? html.length;
}

function after(html: string, mark: string, from: number): number {
  const at = html.indexOf(mark, from);
  return at === -1 ? html.length : at + mark.length;
}

const { utils } = new createParser();

/** Character references as the characters they stand for. */
export function unescaped(text: string): string {
  return text.includes("&")
    ? text.replace(/&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,31});/gi, (reference) => utils.unescapeAll(reference))
    : text;
}
