import type { Finding } from "./finding.ts";

/** Most findings of one check that are printed; further ones are only counted. */
const shownFindings = 12;

/** Most characters of a line. */
const longestLine = 400;

interface CheckReport {
  id: string;
  /** What is true when the check holds. */
  title: string;
  /** Whether no fault was found. */
  holds: boolean;
  findings: readonly Finding[];
}

export interface Report {
  /** The address that was checked. */
  url: string;
  name: string;
  version: string;
  checks: CheckReport[];
  holds: boolean;
  requests: number;
}

/** The report for people: a line with ✓ or ✗ for each check, and below it the reasons. */
export function reportInWords({ name, url, version, checks, requests }: Report): string {
  const lines = checks.map(checkInWords).join("");
  const held = checks.filter(({ holds }) => holds).length;
  const outcome = `${held} of ${checks.length} checks hold; ${requests} requests were made.\n`;
  return [`${safe(name)} at ${url}, version ${safe(version)}\n`, lines, outcome].join("\n");
}

function checkInWords({ holds, title, findings }: CheckReport): string {
  // Faults come first, so that notes do not push them out of the list.
  const sorted = findings.toSorted((a, b) => Number(a.level === "note") - Number(b.level === "note"));
  const lines = sorted
    .slice(0, shownFindings)
    .map(({ level, where, what }) => `    ${level === "note" ? "note: " : ""}${safe(`${where}: ${what}`)}\n`);
  if (sorted.length > shownFindings) lines.push(`    and ${sorted.length - shownFindings} more\n`);
  return `  ${holds ? "✓" : "✗"} ${title}\n${lines.join("")}`;
}

/** Text of a site for a terminal: its beginning, on one line. */
export function safe(text: string): string {
  return oneLine(text, longestLine);
}

/**
 * Text of strangers that a terminal shows and does nothing else with: control and format characters are written out
 * (`\n`, `\u{1b}`), but for those that join letters and emoji.
 */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu, (character) => {
    if (character === "\u200c" || character === "\u200d") return character;
    if (character === "\n") return "\\n";
    if (character === "\t") return "\\t";
    return `\\u{${(character.codePointAt(0) as number).toString(16)}}`;
  });
}

/** The beginning of a text in one line, cut at a number of code points. */
export function oneLine(text: string, length: number): string {
  const characters = [...printable(text.replace(/\s+/gu, " "))];
  return characters.length > length ? `${characters.slice(0, length - 1).join("")}…` : characters.join("");
}
