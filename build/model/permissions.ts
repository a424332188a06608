import type { License, Permissions } from "../schemas/facts.ts";
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

/**
 * `tdm-reservation` for visitors' words: they are theirs, so they are reserved whatever the site
 * permits for its own content.
 */
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
export function permissionSentence({ search, ai_input, ai_train }: Permissions): string {
  const uses: [boolean, string][] = [
    [search, "index it"],
    [ai_input, "quote it"],
    [ai_input, "give it to a model as input"],
    [ai_train, "train models on it"],
  ];
  const named = (wanted: boolean) =>
    uses.filter(([allowed]) => allowed === wanted).map(([, use]) => use);
  const yes = named(true);
  const no = named(false);
  const sentences = [];
  if (yes.length > 0)
    sentences.push(
      `Anyone, person or program, may ${series(["read this content", ...yes], "and")}, without asking.`,
    );
  if (no.length > 0)
    sentences.push(
      `${yes.length > 0 ? "You" : "Anyone may read this content, but you"} may not ${series(no, "or")}.`,
    );
  return sentences.join(" ");
}

/** The license with its SPDX id and address, for documents that are plain text. */
export function licenseSentence(license: License): string {
  return `License: ${license.name} (${license.id}), ${license.url}`;
}

function series(items: readonly string[], conjunction: string): string {
  return items.length < 2
    ? items.join("")
    : `${items.slice(0, -1).join(", ")} ${conjunction} ${items.at(-1)}`;
}
