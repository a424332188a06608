import { type PhraseValues, say, type Words } from "../lib/phrases.ts";
import { inLanguage } from "../words/words.ts";

/**
 * A mark in Markdown that the build inserts into a page; it is taken out when the page is rendered.
 * It is a comment, so the parser leaves it alone, and contains control characters, so no file can
 * have one: they are removed when a file is read.
 */
const mark = (name: string): string => `<!--\x02${name}\x03-->`;

const begin = mark("reference");
const end = mark("/reference");
const reference = new RegExp(`${begin}[^]*?${end}\n*`, "g");
const aroundReference = new RegExp(`${begin}\n{0,2}|\n{0,2}${end}`, "g");
const classOfList = /<!--\x02class ([^\x03]*)\x03-->\n<ul>/g;
const classLine = /<!--\x02class [^\x03]*\x03-->\n/g;
const tagLine = /^<!--\x02tags [^\x03\x04]*\x04\x03-->\n/gm;
const tags = /<!--\x02tags ([^\x04]*)\x04([^\x03]*)\x03-->/g;

/** Marks Markdown as an inserted reference, which the author did not write. */
export function asReference(markdown: string): string {
  return `${begin}\n\n${markdown}\n\n${end}`;
}

/** Whether Markdown or HTML has the beginning of a reference. */
export const beginsReference = (source: string): boolean => source.includes(begin);

/** Whether Markdown or HTML has the end of a reference. */
export const endsReference = (source: string): boolean => source.includes(end);

/** Markdown without its references. */
export const withoutReferences = (markdown: string): string => markdown.replace(reference, "");

/** Tags for the HTML, and the punctuation and emphasis that the Markdown has in their place. */
export const tagsOr = (punctuation: string, html: string): string =>
  mark(`tags ${html}\x04${punctuation}`);

/** Tags for the HTML, where the Markdown has nothing. */
export const tagsOnly = (html: string): string => tagsOr("", html);

// A list with a column for dates and statuses, in which the layout looks for places of icons and a
// picture.
export const columnsClass = "listed columns";
export const dateTag = '<div class="when">';
export const beforeStatus = '<div class="state ';
export const statusTag = (status: string): string => `${beforeStatus}${status}">`;

/** Markdown, with its language stated in the HTML if the words around it are in another. */
export function markLanguage(markdown: string, language: string, around: Words): string {
  const attributes = inLanguage(language, around);
  if (attributes === null) return markdown;
  const [name, end] = markdown.includes("\n") ? ["div", "\n"] : ["span", ""];
  return `${tagsOnly(`<${name}${attributes}>`)}${end}${markdown}${end}${tagsOnly(`</${name}>`)}`;
}

/** A phrase in Markdown, marked if it is in English and the page is not. */
export function sayMarkdown(words: Words, name: string, values?: PhraseValues): string {
  const language = words.english.includes(name) ? "en" : words.language;
  return markLanguage(say(words, name, values), language, words);
}

/** Text with phrases in place of their names in braces. */
export const withPhrases = (text: string, { phrases }: Words, speak: (name: string) => string) =>
  text.replace(/\{(\w+\.\w+)\}/g, (braces, name: string) =>
    name in phrases ? speak(name) : braces,
  );

/** A list or paragraph that has classes in the HTML; nothing for an empty one. */
export const withClass = (classes: string, block: string): string =>
  block && `${mark(`class ${classes}`)}\n${block}`;

/** The classes of the list or paragraph after a mark; undefined for any other. */
export const classesIn = (markup: string): string | undefined =>
  /^<!--\x02class ([^\x03]*)\x03-->/.exec(markup)?.[1];

/** Whether a line is text although it begins with a mark, as a comment would begin HTML. */
export const isMarkedText = (line: string): boolean => /^<!--\x02[^\x03]*\x03-->./.test(line);

/** Whether hand-written HTML is a mark of the build. */
export const isMark = (markup: string): boolean => markup.startsWith("<!--\x02");

/** The text of a mark: its punctuation without emphasis. */
export const textOfMark = (markup: string): string =>
  markup.slice(markup.indexOf("\x04") + 1, -"\x03-->".length).replace(/\*/g, "");

/** Markdown or HTML without the marks around references, whose text stays. */
function withoutReferenceMarks(source: string): string {
  return beginsReference(source) ? source.replace(aroundReference, "") : source;
}

/** Markdown as it is published. */
export function markdownWithoutMarks(markdown: string): string {
  // Most pages have no marks; one character is found much faster than several.
  if (!markdown.includes("\x02")) return markdown;
  return withoutReferenceMarks(markdown)
    .replace(classLine, "")
    .replace(tagLine, "")
    .replace(tags, "$2");
}

/** HTML as it is published: with the tags and classes that its marks hold. */
export function htmlWithoutMarks(html: string): string {
  if (!html.includes("\x02")) return html;
  return withoutReferenceMarks(html)
    .replace(classOfList, '<ul class="$1">')
    .replace(classLine, "") // of paragraphs, outside of a fold
    .replace(tags, "$1");
}
