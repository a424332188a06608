import createParser from "markdown-it";
import { Tokenizer } from "htmlparser2";

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

/** @param allMarkup Whether elements such as `<script>` and `<title>` hold markup, as they do in drawings, instead of text. */
function piecesIn(written: string, allMarkup: boolean): Piece[] {
  const html = unambiguous(written);
  const pieces: Piece[] = [];
  let [name, key, value] = ["", "", ""];
  let attributes = new Map<string, string>();
  const text = (more: string): void => {
    const last = pieces.at(-1);
    if (last?.kind === "text") last.text += more;
    else pieces.push({ kind: "text", text: more });
  };
  const open = (): void => void pieces.push({ kind: "open", name, attributes });
  const nothing = (): void => undefined;
  const tokenizer = new Tokenizer(
    {},
    {
      ontext: (start, end) => text(html.slice(start, end)),
      ontextentity: (character) => text(String.fromCodePoint(character)),
      onopentagname(start, end) {
        name = html.slice(start, end).toLowerCase();
        attributes = new Map();
      },
      onattribname(start, end) {
        [key, value] = [html.slice(start, end).toLowerCase(), ""];
      },
      onattribdata: (start, end) => void (value += html.slice(start, end)),
      onattribentity: (character) => void (value += String.fromCodePoint(character)),
      // Of attributes of one name the first counts.
      onattribend: () => void (attributes.has(key) || attributes.set(key, value)),
      onopentagend: open,
      onselfclosingtag: open,
      onclosetag: (start, end) => void pieces.push({ kind: "close", name: html.slice(start, end).toLowerCase() }),
      oncomment: nothing,
      oncdata: nothing,
      ondeclaration: nothing,
      onprocessinginstruction: nothing,
      onend: nothing,
      isInForeignContext: () => allMarkup,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return pieces;
}

/**
 * HTML in which two things are written so that htmlparser2 reads them as browsers do: a CDATA section outside of drawings is a
 * comment that ends at the first `>`, and an end tag can have attributes, with `>` in their values.
 */
function unambiguous(html: string): string {
  return html.replaceAll("<![CDATA[", "<!~[CDATA[").replace(/<\/([a-z][^\s/>]*)[\s/]+(?=[^\s/>])/gi, "</$1><x-end ");
}

const { utils } = new createParser();

/** Character references as the characters they stand for. */
export function unescaped(text: string): string {
  return text.includes("&")
    ? text.replace(/&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,31});/gi, (reference) => utils.unescapeAll(reference))
    : text;
}
