import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { didYouMean } from "../lib/did-you-mean.ts";
import { compileSchema } from "../lib/json-schema.ts";
import { oneLine } from "../lib/text.ts";
import { isMapping, lineOfKey, readYaml } from "../lib/yaml.ts";
import type { LinkResolver } from "../markdown/link-types.ts";
import { Facts } from "../schemas/facts.ts";
import type { Report } from "./diagnostics.ts";
import { readEscapes } from "./front-matter.ts";
import { nameInWords, outlineOf } from "./make-page.ts";
import type { SourcePage } from "./read-page.ts";
import { explainErrors } from "./schema-errors.ts";

/** The name of the site that ships with the software. */
export const sampleName = "Open House";

/** The host of the sample's addresses, for web and mail. It is reserved for examples (RFC 2606). */
export const sampleHost = "openhouse.example";

/** Whether an address of web or mail is at the sample's host, where nothing answers. */
export function isSampleAddress(address: string): boolean {
  return new RegExp(`(^|[@/])${RegExp.escape(sampleHost)}(:\\d+)?/*$`).test(address);
}

/** Reads and checks the facts: faults are reported; undefined if they do not match the schema. */
export function readFacts(file: string, absolute: string, report: Report): Facts | undefined {
  const text = readFileSync(absolute, "utf8").replace(/^\uFEFF/, "");
  const { value, error } = readYaml(text);
  if (error || !isMapping(value)) {
    const expected = "one `key: value` to a line; text with a colon in quotes";
    const problem = error ? `is not valid YAML: ${error.reason}` : "holds no facts";
    report.fault({ file, line: error?.line, problem, expected });
    return undefined;
  }
  const facts = readEscapes(value, file, report);
  const fault: FactFault = (field, problem, expected) => {
    const line = lineOfKey(text.split("\n"), field.split(/[.[]/)[0] as string);
    report.fault({ file, line, field, problem, expected });
  };
  const misspelt = new Set<string>();
  for (const key of Object.keys(facts)) {
    if (key in Facts.properties) continue;
    const known = didYouMean(key, Object.keys(Facts.properties));
    if (known) {
      misspelt.add(known);
      fault(key, `is not a fact; did you mean \`${known}\`?`);
    } else report.warn("Facts that mean nothing here are left alone", key);
  }
  const validate = compileSchema<Facts>(Facts, true);
  if (!validate(facts)) {
    for (const [field, { problem, expected }] of explainErrors(validate.errors ?? []))
      if (!misspelt.has(field)) fault(field, problem, expected);
    return undefined;
  }
  checkPermissions(facts, fault);
  if (!isOrigin(facts.base_url))
    fault(
      "base_url",
      `is ${JSON.stringify(facts.base_url)}, which is more than an origin; pages link to each other from the root`,
      "scheme, host and perhaps a port, such as https://example.org",
    );
  return {
    ...facts,
    name: oneLine(facts.name),
    tagline: oneLine(facts.tagline),
    description: oneLine(facts.description),
    base_url: facts.base_url.replace(/\/+$/, ""),
  };
}

/** Reports a fault in a fact, by its field. */
type FactFault = (field: string, problem: string, expected?: string) => void;

/** Whether an address is an origin only: a site is served at the root of its host. */
export function isOrigin(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
}

/** SPDX ids of licenses that allow every use, which a refused permission would contradict. */
const allowsEverything =
  /^(CC0-1\.0|CC-BY-[34]\.0|CC-BY-SA-[34]\.0|PDDL-1\.0|Unlicense|MIT|0BSD|Apache-2\.0|BSD-[23]-Clause)$/;

/** Reports permissions that are refused although the license grants them. */
function checkPermissions(facts: Facts, fault: FactFault): void {
  const refused = Object.entries(facts.permissions)
    .filter(([, allowed]) => !allowed)
    .map(([name]) => name);
  if (refused.length === 0 || !allowsEverything.test(facts.license.id)) return;
  fault(
    "permissions",
    `says no to ${refused.join(" and ")}, which the license ${facts.license.id} already allows to everyone`,
    "another license (`LicenseRef-…` for your own terms), or yes to all",
  );
}

/**
 * Name, tagline and description of a site without facts: the name is the home page's title or else
 * the folder's, and is the tagline too; the description is the home page's or else the name.
 * @param folder Absolute path of the content folder.
 */
export function identityFrom(sourcePages: readonly SourcePage[], folder: string, facts: Facts) {
  const home = sourcePages.find(({ path, source }) => path === "/" && source !== null);
  const fallback = nameInWords(basename(folder)) || facts.name;
  const unnamed = { ...facts, name: fallback, tagline: fallback };
  const options = { facts: unnamed, base_url: facts.base_url, realm: null, resolver: noLinks };
  const outline = home && outlineOf(home, options);
  const name = outline?.title ?? fallback;
  return { name, tagline: name, description: outline?.description || name };
}

/** Resolves and reports nothing, for reading a page's words; its links are checked elsewhere. */
const noLinks: LinkResolver = {
  resolve: (href) => ({ href, url: href }),
  exists: () => false,
  isName: () => false,
  resolveName: () => undefined,
  warn: () => undefined,
  report: () => undefined,
};
