import { createRequire } from "node:module";
import type * as htmlLibrary from "htmlparser2";

const require = createRequire(import.meta.url);

/** Matches HTML that is only comments, as on most sites, which needs no tokenizer. */
export const commentsPattern = /^(?:<!--[^<>]*-->\s*)+$/;

/** A start or end tag. Positions are offsets in the HTML; `end` is just after the `>`. */
export interface HtmlTag {
  kind: "open" | "close";
  /** In lower case. */
  name: string;
  /** Of start tags, by name; of several with a name the first counts (HTML Standard, 13.2.5.33). */
  attributes: Map<string, Attribute>;
  start: number;
  end: number;
}

/** Positions are offsets in the HTML. */
export interface Attribute {
  /** With character references decoded; empty for an attribute without a value. */
  value: string;
  hasValue: boolean;
  start: number;
  end: number;
}

/** Text with character references decoded, or a CDATA section as written. */
interface HtmlText<Kind> {
  kind: Kind;
  text: string;
  start: number;
  end: number;
}

/** A piece of HTML; comments, declarations and processing instructions are left out. */
export type HtmlToken = HtmlTag | HtmlText<"text"> | HtmlText<"cdata">;

/**
 * Tokenizes HTML with htmlparser2, in linear time. It adds no implied end tags and builds no tree.
 * @param allMarkup Whether elements such as `<script>` hold markup, as in an SVG, and not text.
 * @returns the tokens in order, and where an unfinished tag or comment begins; -1 if there is none
 */
export function tokenize(html: string, allMarkup = false) {
  const { QuoteType, Tokenizer } = require("htmlparser2") as typeof htmlLibrary;
  const tokens: HtmlToken[] = [];
  let done = 0;
  let tag: HtmlTag | undefined;
  let attribute: (Attribute & { name: string }) | undefined;
  const finish = (last: number): void => {
    if (tag === undefined) return;
    done = tag.end = last + 1;
    tokens.push(tag);
    tag = undefined;
  };
  const text = (value: string, start: number, end: number): void => {
    const before = tokens.at(-1);
    done = end;
    if (before?.kind !== "text" || before.end !== start)
      tokens.push({ kind: "text", text: value, start, end });
    else {
      before.text += value;
      before.end = end;
    }
  };
  /** `end` is the offset of a comment's last character, or the HTML's length if it never ends. */
  const skip = (_start: number, end: number): void => {
    if (end < html.length) done = end + 1;
  };
  const nameAt = (start: number, end: number): string => html.slice(start, end).toLowerCase();
  const callbacks: htmlLibrary.TokenizerCallbacks = {
    // If the HTML ends in an end tag or after a `/`, htmlparser2 gives text a negative start.
    ontext(start, end) {
      if (start >= 0) text(html.slice(start, end), start, end);
    },
    ontextentity: (character, end) => text(String.fromCodePoint(character), done, end),
    onopentagname(start, end) {
      const name = nameAt(start, end);
      tag = { kind: "open", name, attributes: new Map(), start: start - 1, end };
    },
    onattribname(start, end) {
      attribute = { name: nameAt(start, end), value: "", hasValue: false, start, end };
    },
    onattribdata(start, end) {
      if (attribute) attribute.value += html.slice(start, end);
    },
    onattribentity(character) {
      if (attribute) attribute.value += String.fromCodePoint(character);
    },
    onattribend(quote, end) {
      if (!attribute || !tag || tag.attributes.has(attribute.name)) return;
      attribute.hasValue = quote !== QuoteType.NoValue;
      if (attribute.hasValue) attribute.end = end;
      tag.attributes.set(attribute.name, attribute);
    },
    onopentagend: finish,
    onselfclosingtag: finish,
    onclosetag(start, end) {
      const last = html.indexOf(">", end);
      if (last === -1) return;
      const name = nameAt(start, end);
      tag = { kind: "close", name, attributes: new Map(), start: start - 2, end };
      finish(last);
    },
    oncomment: skip,
    ondeclaration: skip,
    onprocessinginstruction: skip,
    oncdata(_start, end) {
      tokens.push({ kind: "cdata", text: html.slice(done, end + 1), start: done, end: end + 1 });
      done = end + 1;
    },
    onend: () => undefined,
    isInForeignContext: () => allMarkup,
  };
  const tokenizer = new Tokenizer({}, callbacks);
  // Outside of an SVG, browsers read a CDATA section as a comment that ends at the first `>`.
  tokenizer.write(allMarkup ? html : html.replaceAll("<![CDATA[", "<!~CDATA["));
  tokenizer.end();
  return { tokens, unfinished: done < html.length ? done : (/<\/?$/.exec(html)?.index ?? -1) };
}

/**
 * Every start tag and CDATA section that a browser may find in a document. Some elements contain
 * text or markup depending on their place, and an end tag may go on after a `>` in an attribute, so
 * the document is tokenized in each of these ways.
 */
export function possibleTokens(html: string): HtmlToken[] {
  const readings = [
    html,
    html.replace(/(<\/?)noscript(?=[\s/>])/gi, "$1noembed"),
    html.replace(
      /(<\/[a-z][^\s/>]{0,99})(?:[^>"']{1,99}(?:"[^"]{0,999}"|'[^']{0,999}')){1,9}/gi,
      "$1 ",
    ),
  ];
  return [...new Set(readings)]
    .flatMap((reading) => [...tokenize(reading).tokens, ...tokenize(reading, true).tokens])
    .filter(({ kind }) => kind === "open" || kind === "cdata");
}

/** Text with its character references decoded. */
export function unescapeHtml(text: string): string {
  return tokenize(text.replaceAll("<", "&lt;"))
    .tokens.map((token) => ("text" in token ? token.text : ""))
    .join("");
}
