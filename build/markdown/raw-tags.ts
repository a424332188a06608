import { QuoteType, Tokenizer, type TokenizerCallbacks } from "htmlparser2";

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
  /** Whether it is written in the one way that everything which reads HTML understands alike. */
  plain: boolean;
}

export interface RawAttribute {
  /** Lower case. */
  name: string;
  /** With its character references decoded; an attribute without a value has the empty one. */
  value: string;
  start: number;
  end: number;
}

/** What is neither a tag nor a comment: words with their character references decoded. */
export interface RawText {
  kind: "text";
  text: string;
  start: number;
  end: number;
}

/** A CDATA section, with its marks. */
export interface RawCdata {
  kind: "cdata";
  text: string;
  start: number;
  end: number;
}

/** A piece of hand-written HTML, taken apart. */
export interface RawMarkup {
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
 * Takes hand-written HTML apart as a browser does, with the tokenizer of htmlparser2. Every tag is told, also inside of elements
 * whose content a browser takes for text (`<style>`, `<noscript>`), because whether it does depends on what is around them.
 * Takes time in proportion to the markup, however odd it is.
 */
export function readMarkup(markup: string): RawMarkup {
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
  /** One that is ended by the end of the markup is told with that as its end, instead of its last character. */
  const skip = (end: number): void => {
    if (end < markup.length) done = end + 1;
  };
  const callbacks: TokenizerCallbacks = {
    ontext: (start, end) => text(markup.slice(start, end), start, end),
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
    // Otherwise what is in a <script> or a <title> would be skipped. Where such a tag is shown as text, it is markup like any other.
    isInForeignContext: () => true,
  };
  const tokenizer = new Tokenizer({}, callbacks);
  tokenizer.write(markup);
  tokenizer.end();
  return { parts, unfinished: done < markup.length ? done : (/<\/?$/.exec(markup)?.index ?? -1) };
}
