import type * as htmlLibrary from "htmlparser2";
import { loadLate } from "../lib/load-late.ts";

const htmlparser2 = loadLate<typeof htmlLibrary>("htmlparser2");

/** A start or end tag in HTML that an author wrote by hand; positions are offsets in the markup. */
export interface RawTag {
  kind: "tag";
  /** Lower case, without the slash of an end tag. */
  name: string;
  closing: boolean;
  start: number;
  /** Just after the `>`. */
  end: number;
  attributes: RawAttribute[];
  /** Whether it is written so that all HTML parsers read it alike. */
  plain: boolean;
}

interface RawAttribute {
  /** Lower case. */
  name: string;
  /** With its character references decoded; an attribute without a value has the empty one. */
  value: string;
  start: number;
  end: number;
}

/** Text between tags and comments, with its character references decoded. */
interface RawText {
  kind: "text";
  text: string;
  start: number;
  end: number;
}

/** A CDATA section, `<![CDATA[` and `]]>` included. */
interface RawCdata {
  kind: "cdata";
  text: string;
  start: number;
  end: number;
}

/** A tokenized piece of hand-written HTML. */
interface RawMarkup {
  /** In their order; comments, declarations and processing instructions are left out. */
  parts: (RawTag | RawText | RawCdata)[];
  /** Where a tag or a comment begins that does not end in this piece; -1 if none does. */
  unfinished: number;
}

const white = "[ \\t\\n\\f\\r]";
/** A start or end tag as CommonMark defines it (section 6.6), with the white space of HTML. */
const plainTag = new RegExp(
  `<(?:/[a-z][a-z0-9:._-]*|[a-z][a-z0-9:._-]*(?:${white}+[a-z_:][a-z0-9_:.-]*(?:${white}*=${white}*` +
    `(?:[^\\s"'=<>\`]+|'[^']*'|"[^"]*"))?)*${white}*/?)${white}*>`,
  "iy",
);

/**
 * Tokenizes hand-written HTML as a browser does, with htmlparser2, in linear time. Tags are listed also inside elements
 * whose content may be text (`<style>`, `<noscript>`), because whether it is text depends on what contains them.
 */
export function readMarkup(markup: string): RawMarkup {
  // Small sites mostly have no other markup than `<!-- insert: … -->`, for which the library need not be loaded.
  const lines = /^<!--[^<>]*-->(\n*)$/.exec(markup)?.[1];
  if (lines !== undefined) {
    const end = markup.length;
    const text: RawText = { kind: "text", text: lines, start: end - lines.length, end };
    return { parts: lines === "" ? [] : [text], unfinished: -1 };
  }
  const { QuoteType, Tokenizer } = htmlparser2();
  const parts: RawMarkup["parts"] = [];
  let done = 0;
  let tag: RawTag | undefined;
  let attribute: RawAttribute | undefined;
  const finishTag = (last: number): void => {
    if (tag === undefined) return;
    plainTag.lastIndex = tag.start;
    done = tag.end = last + 1;
    tag.plain = plainTag.test(markup) && plainTag.lastIndex === tag.end;
    parts.push(tag);
    tag = undefined;
  };
  const begin = (start: number, name: string, closing: boolean): RawTag => ({
    kind: "tag",
    name: name.toLowerCase(),
    closing,
    start,
    end: start,
    attributes: [],
    plain: false,
  });
  const text = (value: string, start: number, end: number): void => {
    parts.push({ kind: "text", text: value, start, end });
    done = end;
  };
  /** For a comment or the like that the markup's end cuts off, `end` is that end instead of its last character. */
  const skip = (end: number): void => {
    if (end < markup.length) done = end + 1;
  };
  const callbacks: htmlLibrary.TokenizerCallbacks = {
    // A tag that the markup's end cuts off, in an end tag or after a `/`, is reported as text with a negative start.
    ontext: (start, end) => void (start >= 0 && text(markup.slice(start, end), start, end)),
    ontextentity: (character, end) => text(String.fromCodePoint(character), done, end),
    onopentagname(start, end) {
      tag = begin(start - 1, markup.slice(start, end), false);
    },
    onattribname(start, end) {
      attribute = { name: markup.slice(start, end).toLowerCase(), value: "", start, end };
    },
    onattribdata(start, end) {
      if (attribute) attribute.value += markup.slice(start, end);
    },
    onattribentity(character) {
      if (attribute) attribute.value += String.fromCodePoint(character);
    },
    onattribend(quote, end) {
      if (attribute && quote !== QuoteType.NoValue) attribute.end = end;
      if (attribute) tag?.attributes.push(attribute);
    },
    onopentagend: finishTag,
    onselfclosingtag: finishTag,
    onclosetag(start, end) {
      const last = markup.indexOf(">", end);
      if (last === -1) return;
      tag = begin(start - 2, markup.slice(start, end), true);
      finishTag(last);
    },
    oncomment: (_start, end) => skip(end),
    ondeclaration: (_start, end) => skip(end),
    onprocessinginstruction: (_start, end) => skip(end),
    oncdata(_start, end) {
      parts.push({ kind: "cdata", text: markup.slice(done, end + 1), start: done, end: end + 1 });
      done = end + 1;
    },
    onend: () => undefined,
    // Otherwise the content of a <script> or <title> would be skipped; where such a tag is shown as text, its content
    // is markup.
    isInForeignContext: () => true,
  };
  const tokenizer = new Tokenizer({}, callbacks);
  tokenizer.write(markup);
  tokenizer.end();
  return { parts, unfinished: done < markup.length ? done : (/<\/?$/.exec(markup)?.index ?? -1) };
}
