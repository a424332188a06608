import type { Finding, Look } from "./finding.ts";
import { oneLine } from "./printable.ts";

/** Most findings of one check that are printed; further ones are only counted. */
const shownFindings = 12;

/** Most characters of a line. */
const longestLine = 400;

const parts = [
  ["contract", "The contract"],
  ["promises", "The promises"],
  ["writing", "Writing"],
] as const;

/** The report for people: a line with ✓ or ✗ for each check, and below it the reasons. */
export function reportInWords({ name, url, version, checks, summary }: Report): string {
  const sections = parts.flatMap(([part, heading]) => {
    const lines = checks.filter((check) => check.part === part).map(checkInWords);
    return lines.length === 0 ? [] : [`${heading}\n${lines.join("")}`];
  });
  return [`${safe(name)} at ${url}, version ${safe(version)}\n`, ...sections, `${safe(summary)}\n`].join("\n");
}

function checkInWords({ holds, title, findings }: CheckReport): string {
  const sign = holds === null ? "?" : holds ? "✓" : "✗";
  // Faults come first, so that notes do not push them out of the list.
  const sorted = findings.toSorted((a, b) => Number(a.level === "note") - Number(b.level === "note"));
  const lines = sorted
    .slice(0, shownFindings)
    .map(({ level, where, what }) => `    ${level === "note" ? "note: " : ""}${safe(`${where}: ${what}`)}\n`);
  if (sorted.length > shownFindings) lines.push(`    and ${sorted.length - shownFindings} more\n`);
  return `  ${sign} ${title}\n${lines.join("")}`;
}

/** Text of a site for a terminal: its beginning, on one line. */
export function safe(text: string): string {
  return oneLine(text, longestLine);
}

/** The report for programs. */
export function reportInJson(report: Report): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}

/**
 * The outcome in a sentence: how many checks hold, and whether the base URL is the address that was checked. Loopback
 * addresses count as equal: one machine has many names and ports for itself.
 */
export function summarize({ url, base_url, checks, requests }: Omit<Report, "name" | "version" | "holds" | "summary">) {
  const count = (outcome: boolean | null) => checks.filter(({ holds }) => holds === outcome).length;
  const isElsewhere = base_url !== url && !(isLoopback(base_url) && isLoopback(url));
  return [
    `${count(true)} of ${checks.length} checks hold${count(null) > 0 ? `, ${count(null)} could not be finished` : ""}`,
    ...(isElsewhere ? [`the site names itself ${base_url} instead of ${url}`] : []),
    `${requests} requests were made.`,
  ].join("; ");
}

function isLoopback(address: string): boolean {
  return /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(address).hostname);
}

/** One line of the report. */
export interface Check {
  id: string;
  /** What is true when the check holds. */
  title: string;
  /** The part of the report it stands in. */
  part: "contract" | "promises" | "writing";
  run: Look;
}

export interface CheckReport {
  id: string;
  title: string;
  part: Check["part"];
  /** True if no fault was found, false if one was, null if the run ended before the check did. */
  holds: boolean | null;
  findings: readonly Finding[];
}

export interface Report {
  /** The address that was checked. */
  url: string;
  /** The address the site names as its own. */
  base_url: string;
  name: string;
  version: string;
  checks: CheckReport[];
  holds: boolean;
  requests: number;
  /** The outcome in a sentence. */
  summary: string;
}
