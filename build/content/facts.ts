import { readFileSync } from "node:fs";
import { didYouMean, isOneTypo } from "../lib/did-you-mean.ts";
import { compileSchema } from "../lib/json-schema.ts";
import { isMapping, lineOfKey, readYaml } from "../lib/yaml.ts";
import { Facts } from "../schemas/facts.ts";
import type { Report } from "./diagnostics.ts";
import { keptFromSample } from "./sample-facts.ts";
import { explained } from "./schema-errors.ts";

/**
 * Reads and checks the file of facts. Returns undefined, with the faults reported, where it does not match the schema.
 */
export function readFacts(file: string, absolute: string, report: Report): Facts | undefined {
  const text = readFileSync(absolute, "utf8").replace(/^\uFEFF/, "");
  const { value: facts, error } = readYaml(text);
  if (error) {
    report.fault({
      file,
      line: error.line,
      problem: `is not valid YAML: ${error.reason}`,
      expected: "one `key: value` to a line; text with a colon in quotes",
    });
    return undefined;
  }
  if (!isMapping(facts)) {
    report.fault({ file, problem: "holds no facts", expected: "one `key: value` to a line" });
    return undefined;
  }
  const lineOf = (field: string) => lineOfKey(text, field.split(/[.[]/)[0] as string);
  const missing = (Facts.required as readonly string[]).filter((key) => !(key in facts));
  const foreign: string[] = [];
  const misspelt = new Set<string>();
  for (const key of Object.keys(facts)) {
    if (key in Facts.properties) continue;
    const known =
      didYouMean(key, Object.keys(Facts.properties)) ?? missing.find((each) => isOneTypo(key.toLowerCase(), each));
    if (known) {
      misspelt.add(known);
      report.fault({ file, line: lineOf(key), field: key, problem: `is not a fact; did you mean \`${known}\`?` });
      continue;
    }
    foreign.push(key);
    report.warn("Facts that mean nothing here are left alone", key);
  }
  const validate = compileSchema<Facts>(Facts, true);
  if (!validate(facts)) {
    const others = foreign.map((key) => `\`${key}\``).join(", ");
    for (const [field, { problem, expected }] of explained(validate.errors ?? [])) {
      if (missing.includes(field) && misspelt.has(field)) continue; // told already
      const isNamed = others !== "" && missing.includes(field);
      const what = isNamed ? `${problem}; keys that are no facts: ${others}` : problem;
      report.fault({ file, line: lineOf(field), field, problem: what, expected });
    }
    return undefined;
  }
  checkPermissions(file, facts, lineOf("permissions"), report);
  checkLicenseAddress(file, facts, lineOf("license"), report);
  if (!isOrigin(facts.base_url)) {
    report.fault({
      file,
      line: lineOf("base_url"),
      field: "base_url",
      problem: `is ${JSON.stringify(facts.base_url)}, which is more than an origin; pages link to each other from the root`,
      expected: "scheme, host and perhaps a port, such as https://example.org",
    });
  }
  reportKeptFacts(facts, report);
  const { chosen: _, ...license } = facts.license; // for the build alone
  return { ...facts, license, base_url: facts.base_url.replace(/\/+$/, "") };
}

/** Warns of words, mail addresses and a license that are still the sample's. The base URL may come from elsewhere. */
function reportKeptFacts(facts: Facts, report: Report): void {
  for (const { field, value } of keptFromSample({ ...facts, base_url: undefined })) {
    const warning = warningsOfKept[field] ?? warningOfAddress;
    report.warn(warning, warning === warningOfWords ? field : `${field}: ${value}`);
  }
}

const warningOfWords = "facts.yaml: still the sample's words, which say what the sample is";
const warningOfAddress = "facts.yaml: still the sample's, so nobody can write to you there";
const warningsOfKept: Readonly<Record<string, string>> = {
  tagline: warningOfWords,
  description: warningOfWords,
  "author.name": warningOfWords,
  "license.id":
    "facts.yaml: the license is still the sample's, which lets everyone do everything. Write another, or below it " +
    "`chosen: true`",
};

/** Whether an address is an origin only: a site is served at the root of its host. */
export function isOrigin(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, pathname, search, hash, username } = new URL(address);
  return /^https?:$/.test(protocol) && pathname === "/" && search === "" && hash === "" && username === "";
}

/** A Creative Commons license has one address; with another one the license would be ambiguous. */
function checkLicenseAddress(file: string, { license }: Facts, line: number | undefined, report: Report): void {
  const [, code, version] = /^CC-?(0|BY[A-Z-]*)-(\d\.\d)$/.exec(license.id) ?? [];
  const { hostname, pathname } = new URL(license.url);
  if (code === undefined || !/(^|\.)creativecommons\.org$/.test(hostname)) return;
  const expected = code === "0" ? `/publicdomain/zero/${version}/` : `/licenses/${code.toLowerCase()}/${version}/`;
  if (pathname.startsWith(expected)) return;
  report.fault({
    file,
    line,
    field: "license.url",
    problem: `is the address of another license than ${license.id}`,
    expected: `https://creativecommons.org${expected}`,
  });
}

/** SPDX identifiers of licenses that allow every use, which a refused permission would contradict. */
const allowsEverything =
  /^(CC0-1\.0|CC-BY-[34]\.0|CC-BY-SA-[34]\.0|PDDL-1\.0|Unlicense|MIT|0BSD|Apache-2\.0|BSD-[23]-Clause)$/;

/** Reports permissions that are refused although the license grants them. */
function checkPermissions(file: string, facts: Facts, line: number | undefined, report: Report): void {
  const refused = Object.entries(facts.permissions)
    .filter(([, allowed]) => !allowed)
    .map(([name]) => name);
  if (refused.length === 0 || !allowsEverything.test(facts.license.id)) return;
  report.fault({
    file,
    line,
    field: "permissions",
    problem: `says no to ${refused.join(" and ")}, which the license ${facts.license.id} already allows to everyone`,
    expected: "another license (`LicenseRef-…` for your own terms), or yes to all",
  });
}
