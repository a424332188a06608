import { Tokenizer } from "htmlparser2";
import createParser from "markdown-it";

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
 * Takes HTML apart with the tokenizer of htmlparser2, in time that grows with its length alone. It knows no implied end tags and
 * builds no tree: what is asked of a page here (which addresses, which scripts, which words) needs neither.
 */
export function piecesOf(html: string): Piece[] {
  return piecesIn(html, false);
}

/**
 * Every start tag that a browser may find in a document, whatever it makes of elements whose content can be text or markup
 * (`<noscript>`, `<style>` in a drawing): those of a reading that takes such content for text, and those of one that takes all for
 * markup.
 */
export function openingsOf(html: string): Opening[] {
  const withoutScripts = html.replace(/(<\/?)noscript(?=[\s/>])/gi, "$1noembed");
  return [
    ...piecesIn(html, false),
    ...piecesIn(html, true),
    ...(withoutScripts === html ? [] : piecesIn(withoutScripts, false)),
  ].filter((piece) => piece.kind === "open");
}

/** What a CDATA section is called among the start tags. Browsers take it for text in a drawing and for a comment elsewhere. */
export const cdataSection = "![CDATA[";

/** What stands before the attributes of an end tag, so that they are read as those of a start tag are. */
const endTag = "<x-end ";

/** @param allMarkup Whether elements such as `<script>` and `<title>` hold markup, as they do in drawings, instead of text. */
function piecesIn(written: string, allMarkup: boolean): Piece[] {
  // So that htmlparser2 reads a CDATA section outside of drawings as browsers do, as a comment that ends at the first `>`.
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
  /** Where the attributes of the end tag that was read last begin, and where those begin with which reading goes on. */
  let [next, from] = [-1, -1];
  do {
    [from, next] = [next, -1];
    /** A tokenizer counts from what it is given first: an end tag's attributes are given after the words above. */
    const base = from === -1 ? 0 : from - endTag.length;
    const slice = (start: number, end: number): string => html.slice(base + start, base + end);
    // An end tag has no attributes in the tree, but they can have `>` in their values, at which it does not end.
    let ofEndTag = from !== -1;
    const open = (): void => {
      if (!ofEndTag) pieces.push({ kind: "open", name, attributes });
      ofEndTag = false;
    };
    const tokenizer = new Tokenizer(
      {},
      {
        // An end tag that the end of the document cuts off is told as text that begins nowhere.
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
        // Of attributes of one name the first counts.
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

/** In an end tag, after its name: whether there is more than white space and slashes before its `>`. */
const attributesAhead = /[\s/]+[^\s/>]/y;

const { utils } = new createParser();

/** Character references as the characters they stand for. */
export function unescaped(text: string): string {
  return text.includes("&")
    ? text.replace(/&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,31});/gi, (reference) => utils.unescapeAll(reference))
    : text;
}
