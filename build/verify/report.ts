import { shortened } from "../lib/text.ts";
import { NoAnswer } from "./answer.ts";
import type { Verdict } from "./verify.ts";

/** The most findings of a check that are printed; the others are only counted. */
const shownFindings = 12;

/** The report for people: a line with ✓ or ✗ for each check, and below it the reasons. */
export function reportInWords({ name, url, version, checks, requests }: Verdict): string {
  const held = checks.filter(({ holds }) => holds).length;
  return `${beginning(name)} at ${url}, version ${beginning(version)}

${checks.map(checkInWords).join("")}
${held} of ${checks.length} checks hold; ${requests} requests were made.
`;
}

/** Handles the error of a command that could not read a site: says so in one line. */
export function refuseTo(doing: string): (error: Error) => never {
  return (error) => {
    if (!(error instanceof NoAnswer)) throw error;
    throw new Error(`There is nothing to ${doing}: ${beginning(error.message)}`);
  };
}

function checkInWords({ holds, title, findings }: Verdict["checks"][number]): string {
  const told = findings.slice(0, shownFindings).map(({ level, where, what }) => {
    return `    ${level === "note" ? "note: " : ""}${beginning(`${where}: ${what}`)}\n`;
  });
  const more = findings.length - shownFindings;
  const rest = more > 0 ? `    and ${more} more\n` : "";
  return `  ${holds ? "✓" : "✗"} ${title}\n${told.join("")}${rest}`;
}

/**
 * Text of strangers, safe for a terminal: control and format characters are written out (`\n`,
 * `\u{1b}`), except those that join letters and emoji.
 */
export function toPrintable(text: string): string {
  const written: Readonly<Record<string, string>> = { "\n": "\\n", "\t": "\\t" };
  return text.replace(
    /[[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]--[\u200c\u200d]]/gv,
    (character) => written[character] ?? `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}

/**
 * The beginning of a text of strangers in one line, for a terminal.
 * @param length The most code points.
 */
export function beginning(text: string, length = 400): string {
  return shortened(toPrintable(text.replace(/\s+/gu, " ")), length);
}
