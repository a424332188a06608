import type * as htmlLibrary from "htmlparser2";
import createParser from "markdown-it";
import { loadLate } from "./load-late.ts";

const htmlparser2 = loadLate<typeof htmlLibrary>("htmlparser2");

/** A start tag in an HTML document. */
export interface Opening {
  kind: "open";
  /** In lower case. */
  name: string;
  /** Decoded values by names in lower case; an attribute without a value has the empty one. */
  attributes: ReadonlyMap<string, string>;
}

/** A piece of an HTML document, in its order. */
export type Piece = Opening | { kind: "close"; name: string } | { kind: "text"; text: string };

/**
 * Tokenizes HTML with htmlparser2, in linear time. It adds no implied end tags and builds no tree: finding a page's
 * addresses, scripts and words needs neither.
 */
export function piecesOf(html: string): Piece[] {
  return piecesIn(html, false);
}

/**
 * Every start tag that a browser may find in a document. The content of some elements (`<noscript>`, `<style>` in an
 * SVG) is text or markup depending on where they are, so the document is tokenized in each of these ways and all start
 * tags are returned.
 */
export function openingsOf(html: string): Opening[] {
  const withoutScripts = html.replace(/(<\/?)noscript(?=[\s/>])/gi, "$1noembed");
  return [
    ...piecesIn(html, false),
    ...piecesIn(html, true),
    ...(withoutScripts === html ? [] : piecesIn(withoutScripts, false)),
  ].filter((piece) => piece.kind === "open");
}

/**
 * The name under which a CDATA section is listed among the start tags. Browsers read it as text in an SVG, else as a
 * comment.
 */
export const cdataSection = "![CDATA[";

/** Put before the attributes of an end tag, so that they are tokenized as those of a start tag. */
const endTag = "<x-end ";

/**
 * @param allMarkup Whether elements such as `<script>` and `<title>` contain markup, as they do in SVG, instead of
 * text.
 */
function piecesIn(written: string, allMarkup: boolean): Piece[] {
  // htmlparser2 then reads a CDATA section as browsers do outside of SVG: as a comment that ends at the first `>`.
  const html = written.replaceAll("<![CDATA[", "<!~[CDATA[");
  const pieces: Piece[] = [];
  let [name, key, value] = ["", "", ""];
  let attributes = new Map<string, string>();
  const text = (more: string): void => {
    const last = pieces.at(-1);
    if (last?.kind === "text") last.text += more;
    else pieces.push({ kind: "text", text: more });
  };
  const nothing = (): void => undefined;
  /**
   * Where the attributes of the last end tag begin, and where the present pass over the text begins; -1 for nowhere.
   */
  let [next, from] = [-1, -1];
  do {
    [from, next] = [next, -1];
    /** The tokenizer's offsets count from its first input, which in a later pass is the text of `endTag`. */
    const base = from === -1 ? 0 : from - endTag.length;
    const slice = (start: number, end: number): string => html.slice(base + start, base + end);
    // Attributes of an end tag are ignored, but a `>` in one of their values does not end the tag.
    let ofEndTag = from !== -1;
    const open = (): void => {
      if (!ofEndTag) pieces.push({ kind: "open", name, attributes });
      ofEndTag = false;
    };
    const tokenizer = new (htmlparser2().Tokenizer)(
      {},
      {
        // A tag that the document's end cuts off, in an end tag or after a `/`, is reported as text with a negative
        // start.
        ontext: (start, end) => void (start >= 0 && text(slice(start, end))),
        ontextentity: (character) => text(String.fromCodePoint(character)),
        onopentagname(start, end) {
          name = slice(start, end).toLowerCase();
          attributes = new Map();
        },
        onattribname(start, end) {
          [key, value] = [slice(start, end).toLowerCase(), ""];
        },
        onattribdata: (start, end) => void (value += slice(start, end)),
        onattribentity: (character) => void (value += String.fromCodePoint(character)),
        // Of several attributes of one name the first counts (HTML Standard, section 13.2.5.33).
        onattribend: () => void (attributes.has(key) || attributes.set(key, value)),
        onopentagend: open,
        onselfclosingtag: open,
        onclosetag(start, end) {
          pieces.push({ kind: "close", name: slice(start, end).toLowerCase() });
          attributesAhead.lastIndex = base + end;
          if (!attributesAhead.test(html)) return;
          next = base + end;
          tokenizer.pause();
        },
        oncomment(start, end) {
          if (slice(start, end).startsWith("~[CDATA["))
            pieces.push({ kind: "open", name: cdataSection, attributes: new Map() });
        },
        oncdata: nothing,
        ondeclaration: nothing,
        onprocessinginstruction: nothing,
        onend: nothing,
        isInForeignContext: () => allMarkup,
      },
    );
    if (from !== -1) tokenizer.write(endTag);
    tokenizer.write(from === -1 ? html : html.slice(from));
    tokenizer.end();
  } while (next !== -1);
  return pieces;
}

/** Matches after the name of an end tag if more than white space and slashes stands before its `>`. */
const attributesAhead = /[\s/]+[^\s/>]/y;

const { utils } = new createParser();

/** Decodes character references. */
export function unescaped(text: string): string {
  return text.includes("&")
    ? text.replace(/&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,31});/gi, (reference) => utils.unescapeAll(reference))
    : text;
}

/** Text without percent-encoding; unchanged where that is malformed. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
