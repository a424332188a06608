import { readFileSync } from "node:fs";
import { join } from "node:path";
import { inThousands } from "./phrases.ts";

/** `1 page`, `1,200 pages` */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${inThousands(count)} ${count === 1 ? one : many}`;
}

/** The one-based line of an offset in a text. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

/** Text with every run of white space as one space, and none at its ends. */
export function oneLine(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}

/** The beginning of a text that is longer, in code points. */
export function shortened(text: string, length: number): string {
  const characters = [...text];
  return characters.length > length ? `${characters.slice(0, length - 1).join("")}…` : text;
}

/** Text without control characters that neither HTML nor XML may contain. */
export function withoutControlCharacters(text: string): string {
  return text.replace(/[\0-\x08\x0e-\x1f]/g, "");
}

/** Text without percent-encoding; unchanged if that is malformed. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Values by their names in braces. */
export type Values = Readonly<Record<string, string | number>>;

/**
 * Reads a text file beside the code, with names in braces for values: `{base_url}/llms.txt`.
 * @returns a function that fills in values; braces around anything else stay
 */
export function readTemplate(folder: string, file: string): (values: Values) => string {
  const text = readFileSync(join(folder, file), "utf8");
  return (values) =>
    text.replace(/\{(\w+)\}/g, (braces, name: string) => String(values[name] ?? braces));
}

/** JSON on one line, no line break after it; other characters that may end a line are escaped. */
export function jsonLine(value: unknown): string {
  return JSON.stringify(value).replace(/[\u0085\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
