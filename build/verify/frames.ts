import { escape } from "../lib/html.ts";
import { memoizeText } from "../lib/once.ts";
import { say, type Words } from "../lib/phrases.ts";
import { permissionSentence } from "../model/permissions.ts";
import { english } from "../words/words.ts";
import { fillIn, fillWords } from "./facts.ts";
import { differs, type Row } from "./finding.ts";
import { readExpected } from "./json.ts";
import type { Site } from "./site.ts";

/** The first and last lines of documents, and those or the start tags between them. */
const table = readExpected<Record<string, Record<string, string[]>>>("frames");

/** The documents that have a frame: paths, or patterns of several. */
export const framed = Object.keys(table).filter((name) => name.startsWith("/"));

/** What any of several lines matches, in which a star is any text, in a tag of one attribute. */
export const patternOf = memoizeText((lines) => {
  const patterns = lines.split("\n").map((line) => {
    const any = line.startsWith("<") ? '[^"]*' : ".*";
    return `^${line.split("*").map(RegExp.escape).join(any)}$`;
  });
  return new RegExp(patterns.join("|"));
});

const sayEscaped: typeof say = (...phrase) => escape(say(...phrase));

/** Whether a text begins and ends as the table says, and has nothing else between. */
export function frameRows(text: string, name: string, site: Site, words: Words = english): Row[] {
  const values = { index: site.index, sentence: permissionSentence(site.permissions) };
  const linesOf = (part: string) =>
    (table[name]?.[part] ?? []).map((line) => fillIn(fillWords(line, words, sayEscaped), values));
  const begins = linesOf("begins");
  const ends = linesOf("ends");
  const allowed = patternOf(linesOf("between").join("\n"));
  const lines = text.trimEnd().split("\n");
  const end = lines.length - ends.length;
  const tags = text.startsWith("<") && [...new Set(text.match(/<[a-z][^>]*>/gi))];
  const parts = tags || lines.slice(begins.length, end);
  const other = parts.find((part) => !allowed.test(part));
  const around = [...lines.slice(0, begins.length), ...lines.slice(end)];
  const expected = [...begins, ...ends];
  const wrong = expected.findIndex((line, at) => !patternOf(line).test(around[at] ?? ""));
  return [
    [wrong >= 0, differs("has the line", around[wrong], expected[wrong])[1]],
    [other !== undefined, `has ${other}, which no line of its frame allows`],
  ];
}
