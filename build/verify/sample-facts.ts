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

/**
 * What an owner who changed the site's name kept of the sample: words about another site, addresses that reach nobody,
 * and a license that may not be theirs to give. Nothing while the name is the sample's, because the sample speaks for
 * itself.
 * @param facts Facts by their names, such as `author.email`.
 */
export function keptFromSample(
  name: string,
  facts: Readonly<Record<string, string>>,
): [field: string, value: string][] {
  const { tagline, description, license } = sampleFacts;
  const values: readonly string[] = [sampleName, tagline, description, license];
  const kept = Object.entries(facts).filter(([, value]) => values.includes(value.trim()) || isSampleAddress(value));
  return name === sampleName ? [] : kept;
}
