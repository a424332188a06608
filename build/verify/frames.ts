import { escape } from "../lib/html.ts";
import { memoize, memoizeText } from "../lib/once.ts";
import { say, type Words } from "../lib/phrases.ts";
import { permissionSentence } from "../model/permissions.ts";
import { english } from "../words/words.ts";
import { filled, spoken } from "./facts.ts";
import { differs, type Row } from "./finding.ts";
import { readExpected } from "./json.ts";
import type { Site } from "./site.ts";

/** Lines with stars: the first and last of a document, and those or the start tags between them. */
type Frame = { begins: string[]; ends?: string[]; between: string[] };

const table = readExpected<Record<string, Frame>>("frames");

/** The documents that have a frame: paths, or patterns of several. */
export const framed = Object.keys(table).filter((name) => name.startsWith("/"));

/** The lines of the table for a site, in one language. */
const framesOf = memoize((site: Site) =>
  memoize((words: Words) => {
    const values = { index: site.index, sentence: permissionSentence(site.permissions) };
    const sayEscaped: typeof say = (...phrase) => escape(say(...phrase));
    const inPlace = (line: string) => filled(spoken(line, words, sayEscaped), values);
    return memoizeText((name) => {
      const { begins, ends = [], between } = table[name] as Frame;
      const allowed = between.map(inPlace).map((line) => patternOf(line).source);
      const any = new RegExp(allowed.join("|"));
      return { begins: begins.map(inPlace), ends: ends.map(inPlace), any };
    });
  }),
);

/** What a line with stars matches; the stars of a tag stay inside of one attribute. */
export const patternOf = memoizeText((line) => {
  const parts = line.split("*").map(RegExp.escape);
  return new RegExp(`^${parts.join(line.startsWith("<") ? '[^"]*' : ".*")}$`);
});

/** Whether a text has the frame of this name: whole where it begins and ends, and nothing else between. */
export function frameRows(text: string, name: string, site: Site, words: Words = english): Row[] {
  const { begins, ends, any } = framesOf(site)(words)(name);
  const lines = text.trimEnd().split("\n");
  const between = text.startsWith("<")
    ? new Set(text.match(/<[a-z][^>]*>/gi))
    : lines.slice(begins.length, lines.length - ends.length);
  const around = [...begins.keys()].map((at) => lines[at] ?? "");
  const last = ends.length > 0 ? lines.slice(-ends.length) : [];
  const expected = [...begins, ...ends];
  const given = [...around, ...last];
  const wrong = expected.findIndex((line, at) => !patternOf(line).test(given[at] ?? ""));
  const other = [...between].find((part) => !any.test(part));
  return [
    [wrong >= 0, differs("has the line", given[wrong], expected[wrong])[1]],
    [other !== undefined, `has ${other}, which no line of its frame allows`],
  ];
}
