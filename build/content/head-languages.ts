import type * as tomlLibrary from "smol-toml";
import { loadLate } from "../lib/load-late.ts";
import { isMapping, lineOfKey, readYaml } from "../lib/yaml.ts";

const toml = loadLate<typeof tomlLibrary>("smol-toml");

/** The languages in which the head of a page (its front matter) is read. */
export type Language = "yaml" | "toml" | "json";

/** The value of a head, or why it cannot be read; `line` is one-based in the head. */
type Reading = ReturnType<typeof readYaml>;

/** Reads a head in each language. Code is never run. */
export const readers: Record<Language, (head: string) => Reading> = { yaml: readYaml, toml: readToml, json: readJson };

/** What is expected of a head in each language. */
export const expectations: Record<Language, string> = {
  yaml: "one `key: value` to a line; text with a colon in quotes",
  toml: "one `key = value` to a line; text in quotes",
  json: "one object, with keys and text in double quotes",
};

function readToml(head: string): Reading {
  try {
    return { value: datesAsText(toml().parse(head)) };
  } catch (error) {
    if (!(error instanceof toml().TomlError)) throw error;
    const reason = error.message.split("\n")[0]?.replace(/^Invalid TOML document: /, "") ?? "";
    return { error: { line: error.line, reason } };
  }
}

function datesAsText(value: unknown): unknown {
  if (value instanceof toml().TomlDate) return value.toISOString();
  if (Array.isArray(value)) return value.map(datesAsText);
  if (!isMapping(value)) return value;
  for (const key of Object.keys(value)) value[key] = datesAsText(value[key]);
  return value;
}

function readJson(head: string): Reading {
  try {
    const value: unknown = JSON.parse(head);
    return isMapping(value) ? { value } : { error: { line: 1, reason: "it is no object" } };
  } catch (error) {
    const { message } = error as SyntaxError;
    const line = /\(line (\d+) column \d+\)/.exec(message)?.[1];
    const reason = message.replace(/,? ?(?:\.\.\..*)? in JSON at position.*$/s, "").slice(0, 80);
    return { error: { line: line === undefined ? head.trimEnd().split("\n").length : Number(line), reason } };
  }
}

/** The one-based line of a head on which a top-level key stands; undefined where there is none. */
export const keyLines: Record<Language, (head: string, key: string) => number | undefined> = {
  yaml: lineOfKey,
  toml: (head, key) =>
    lineThat(
      head.split(/^[ \t]*\[/m, 1)[0] ?? "",
      (line) =>
        line
          .split("=", 1)[0]
          ?.trim()
          .replace(/^(["'])(.*)\1$/, "$2") === key && line.includes("="),
    ),
  json: (head, key) =>
    lineThat(head, (line) => line.includes(`${JSON.stringify(key)}:`) || line.includes(`${JSON.stringify(key)} :`)),
};

function lineThat(text: string, matches: (line: string) => boolean): number | undefined {
  const index = text.split("\n").findIndex(matches);
  return index === -1 ? undefined : index + 1;
}
