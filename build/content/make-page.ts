import { sha256 } from "../lib/bytes.ts";
import { isDate } from "../lib/json-schema.ts";
import type { Surroundings } from "../markdown/link-target.ts";
import { escapeMarkdown } from "../markdown/plain-text.ts";
import { renderMarkdown } from "../markdown/render.ts";
import type { Facts } from "../schemas/facts.ts";
import type { Affordance } from "../schemas/realm.ts";
import type { Page } from "./page.ts";
import type { Draft } from "./parse-page.ts";
import { recordOf, twinOf } from "./twin.ts";

/** RFC 3339 date-time of what an author wrote as a day or a time; a day begins at midnight UTC. */
export function dateTime(written: string | undefined): string | null {
  if (written === undefined) return null;
  return isDate(written) ? `${written}T00:00:00Z` : new Date(written).toISOString().replace(/\.000Z$/, "Z");
}

/** What an author writes in an example command for the address of the house, so that it is right wherever the house stands. */
const baseUrlToken = "{site.base_url}";

export interface PageSurroundings {
  facts: Facts;
  base_url: string;
  realm: Page["realm"];
  around: Surroundings;
}

/** Renders a page: the one place where Markdown becomes everything else. */
export function makePage(draft: Draft, body: string, { facts, base_url, realm, around }: PageSurroundings): Page {
  const rendered = renderMarkdown(
    body.replaceAll(baseUrlToken, base_url),
    draft.matter.title,
    around,
    idsAround(draft.type),
  );
  const title = draft.matter.title ?? rendered.first_heading ?? titleOf(draft, facts);
  const page = {
    ...outline(draft, facts, base_url, title, draft.matter.description ?? (rendered.first_sentence || title)),
    markdown: `# ${escapeMarkdown(title)}\n${rendered.markdown === "" ? "" : `\n${rendered.markdown}\n`}`,
    html: rendered.html,
    text: rendered.text,
    words: rendered.words,
    headings: rendered.headings,
    realm,
  };
  const twin = Buffer.from(twinOf(page, facts, base_url));
  const whole = { ...page, twin, sha256: sha256(twin) };
  const record = recordOf(whole, facts);
  // The digest of the twin is in the record.
  const parts = [sha256(record), sha256(page.html), page.source === null, page.draft, realm];
  return { ...whole, record, whole_sha256: sha256(JSON.stringify(parts)) };
}

/** A page that is not rendered yet, for lists that are themselves part of a page. */
export function placeholder(draft: Draft, { facts, base_url, realm }: Omit<PageSurroundings, "around">): Page {
  const { title: own, description: told } = draft.matter;
  const foreseen = own === undefined || told === undefined ? renderMarkdown(draft.body, own, nowhere) : undefined;
  const title = own ?? foreseen?.first_heading ?? titleOf(draft, facts);
  const page = {
    ...outline(draft, facts, base_url, title, told ?? (foreseen?.first_sentence || title)),
    markdown: "",
    html: "",
    text: "",
    words: 0,
    headings: [],
    twin: new Uint8Array(),
    sha256: "0".repeat(64),
    whole_sha256: "0".repeat(64),
    realm,
  };
  return { ...page, record: recordOf(page, facts) };
}

/** For reading a page's words alone: its links are not followed, its faults are told when it is rendered. */
const nowhere: Surroundings = { resolve: (href) => ({ href, url: href }), complain: () => undefined };

/** Ids that the layout gives to what stands around a page's words. */
function idsAround(type: Draft["type"]): readonly string[] {
  if (type === "guestbook")
    return [
      "main",
      "sign",
      "terms",
      "entries",
      "name",
      "message",
      "url",
      "name-hint",
      "message-hint",
      "url-hint",
      "name-fault",
      "message-fault",
      "url-fault",
    ];
  return type === "search" ? ["main", "q", "results", "site-index"] : ["main"];
}

/** A page's title for want of a better one: the name of its file or folder; the home page has the site's. */
function titleOf(draft: Draft, facts: Facts): string {
  if (draft.path === "/") return facts.name;
  const segments = (draft.source ?? draft.id).replace(/\.(md|markdown)$/i, "").split("/");
  const name = /^(index|readme)$/i.test(segments.at(-1) ?? "") ? segments.at(-2) : segments.at(-1);
  const words = (name ?? draft.id).replace(/[-_]+/g, " ").trim();
  return words === "" ? draft.id : words[0]?.toUpperCase() + words.slice(1);
}

function outline(draft: Draft, facts: Facts, base_url: string, title: string, description: string) {
  const { matter, id, type, source, path, markdown_path } = draft;
  return {
    id,
    type,
    source,
    path,
    url: base_url + path,
    markdown_path,
    markdown_url: base_url + markdown_path,
    title: title.trim(),
    short_title: matter.short_title ?? title.trim(),
    description: description.trim().replace(/\s+/g, " "),
    language: matter.language ?? facts.language,
    published: dateTime(matter.date),
    updated: dateTime(matter.updated),
    tags: matter.tags ?? [],
    order: matter.order ?? null,
    draft: matter.draft ?? false,
    aliases: matter.aliases ?? [],
    front_matter: matter as Readonly<Record<string, unknown>>,
  };
}

/** What only a realm has; null for every other page. */
export function realmOf({ type, matter }: Draft, affordances: readonly Affordance[]): Page["realm"] {
  return type === "realm" && matter.status
    ? { status: matter.status, since: dateTime(matter.since), affordances: [...affordances] }
    : null;
}

/** An author's affordances with their addresses checked and made absolute; one that leads nowhere is left out, where that is tolerated. */
export function affordancesOf({ matter, lines, offset }: Draft, around: Surroundings): Affordance[] {
  const line = (lines.affordances ?? 1) - 1 - offset;
  return (matter.affordances ?? [])
    .map((affordance) => ({ ...affordance, href: around.resolve(affordance.href, "link", line).url }))
    .filter(({ href }) => URL.canParse(href));
}

/** Later of a page's two dates, or null. */
export function lastChange(page: Pick<Page, "published" | "updated">): string | null {
  return page.updated ?? page.published;
}
