import { isSampleAddress, sampleHost, sampleName } from "../model/sample-site.ts";
import type { Facts } from "../schemas/facts.ts";

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

/** A fact that is still the sample's. */
interface KeptFact {
  field: string;
  value: string;
}

/** The parts of the facts that are compared with the sample. */
interface Comparable extends Pick<Facts, "name" | "author"> {
  tagline?: string;
  description?: string;
  base_url?: string | undefined;
  security?: { contact: string } | undefined;
  license?: { id: string } | undefined;
}

/**
 * What an owner who changed the site's name kept of the sample: words about another site, addresses that reach nobody,
 * and a license that may not be theirs to give. Nothing while the name is the sample's, because the sample speaks for
 * itself.
 */
export function keptFromSample({ name, base_url, author, security, license, ...words }: Comparable): KeptFact[] {
  if (name === sampleFacts.name) return [];
  const keptWords: KeptFact[] = (["tagline", "description"] as const).flatMap((field) =>
    words[field]?.trim() === sampleFacts[field] ? [{ field, value: sampleFacts[field] }] : [],
  );
  if (author.name === sampleFacts.name) keptWords.push({ field: "author.name", value: author.name });
  const addresses: KeptFact[] = [
    { field: "base_url", value: base_url ?? "" },
    { field: "author.email", value: author.email ?? "" },
    { field: "security.contact", value: security?.contact ?? "" },
  ];
  const kept = [...keptWords, ...addresses.filter(({ value }) => isSampleAddress(value))];
  return license?.id === sampleFacts.license ? [...kept, { field: "license.id", value: sampleFacts.license }] : kept;
}
