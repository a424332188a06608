import { say, series, type Words } from "../lib/phrases.ts";
import type { License, Permissions } from "../schemas/facts.ts";
import { english } from "../words/words.ts";
import type { Operation } from "./operations.ts";

// The permissions of the facts, in each vocabulary for them. No other file may write these values.

/** Content Signals for robots.txt: https://contentsignals.org */
export function contentSignal({ search, ai_input, ai_train }: Permissions): string {
  const word = (allowed: boolean) => (allowed ? "yes" : "no");
  return `search=${word(search)}, ai-input=${word(ai_input)}, ai-train=${word(ai_train)}`;
}

/** `Content-Usage` of the IETF's AI Preferences drafts, which know these two labels. */
export function contentUsage({ search, ai_train }: Permissions): string {
  const letter = (allowed: boolean) => (allowed ? "y" : "n");
  return `train-ai=${letter(ai_train)}, search=${letter(search)}`;
}

/** W3C TDM Reservation Protocol: 1 where text and data mining for training is reserved. */
export function tdmReservation({ ai_train }: Permissions): 0 | 1 {
  return ai_train ? 0 : 1;
}

/** `tdm-reservation` for visitors' words, which are theirs: reserved whatever the site permits. */
export const strangersReservation = 1;

/**
 * The addresses that serve visitors' words, which no permission of the site covers: the guestbook's
 * operations and its page, but not the page's Markdown, which has only the site's own words. They
 * are root-relative path patterns as in robots.txt (RFC 9309, section 2.2.3): each matches every
 * address that begins with it, or with `$` at its end only that address.
 */
export function strangersLocations(site: {
  pages: readonly { path: string; type: string }[];
  operations: readonly Pick<Operation, "path">[];
}): string[] {
  const pages = site.pages.filter(({ type }) => type === "guestbook").map(({ path }) => path);
  return [
    ...new Set(site.operations.map(({ path }) => path)),
    ...pages.flatMap((path) => [path, `${path.slice(0, -1)}$`]),
  ];
}

/** The permissions as sentences, for pages, llms.txt and descriptions. */
export function permissionSentence(permissions: Permissions, words: Words = english): string {
  const { search, ai_input, ai_train } = permissions;
  const uses = { search, quote: ai_input, input: ai_input, train: ai_train };
  const named = (wanted: boolean) =>
    Object.entries(uses).flatMap(([use, allowed]) => (allowed === wanted ? [use] : []));
  const sentence = (name: string, named: readonly string[], conjunction: "and" | "or") => {
    const phrases = named.map((use) => say(words, `permission.${use}`));
    return say(words, `permission.${name}`, { uses: series(words, phrases, conjunction) });
  };
  const yes = named(true);
  const no = named(false);
  const sentences = yes.length > 0 ? [sentence("granted", ["read", ...yes], "and")] : [];
  if (no.length > 0)
    sentences.push(sentence(yes.length > 0 ? "refused" : "only_refused", no, "or"));
  return sentences.join(" ");
}

/** The license with its SPDX id and address, for documents that are plain text. */
export function licenseSentence(license: License): string {
  return `License: ${license.name} (${license.id}), ${license.url}`;
}
