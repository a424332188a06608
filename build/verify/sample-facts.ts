import { isSampleAddress, sampleHost, sampleName } from "../model/sample-site.ts";

/** What `site/facts.yaml` says before its owner changes it. A test compares this with the file. */
export const sampleFacts = {
  name: sampleName,
  tagline: "A website that is also an open data service",
  description:
    "A small website whose every page can be read by people as HTML and by programs as Markdown, JSON and plain text, " +
    "without a login, a key or a limit, and with one guestbook that anyone may sign.",
  host: sampleHost,
  license: "CC0-1.0",
} as const;

/** For each fact that is compared with the sample, whether a value is the sample's. */
const isSample = {
  tagline: (value: string) => value.trim() === sampleFacts.tagline,
  description: (value: string) => value.trim() === sampleFacts.description,
  "author.name": (value: string) => value === sampleFacts.name,
  base_url: isSampleAddress,
  "author.email": isSampleAddress,
  "security.contact": isSampleAddress,
  "license.id": (value: string) => value === sampleFacts.license,
};

type Field = keyof typeof isSample;

/**
 * What an owner who changed the site's name kept of the sample: words about another site, addresses that reach nobody,
 * and a license that may not be theirs to give. Nothing while the name is the sample's, because the sample speaks for
 * itself.
 */
export function keptFromSample(facts: Record<Field | "name", string>): { field: Field; value: string }[] {
  if (facts.name === sampleFacts.name) return [];
  return (Object.keys(isSample) as Field[])
    .filter((field) => isSample[field](facts[field]))
    .map((field) => ({ field, value: facts[field].trim() }));
}
