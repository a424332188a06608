import { ownValue } from "../lib/own-value.ts";
import { dateInName, postOf, slug, withoutEnding } from "./address.ts";
import { subjectsOf } from "./other-keys.ts";

/** A pattern by which another tool makes addresses, such as `/:year/:month/:title/`. */
export interface Permalink {
  pattern: string;
  /** Whether `:title` and `:slug` are made of the page's title, as by Hugo, or of its file's name, as by Jekyll. */
  byTitle: boolean;
}

/** A pattern, and the pages that it is for, by their paths in the content folder. */
export interface ScopedPermalink {
  of(path: string): boolean;
  permalink: Permalink;
}

type Matter = Readonly<Record<string, unknown>>;

/** The values of placeholders, as paths; undefined where a page has none. */
const placeholders: Record<string, (page: { source: string; matter: Matter; byTitle: boolean }) => string | undefined> =
  {
    year: (page) => dateOf(page)?.slice(0, 4),
    short_year: (page) => dateOf(page)?.slice(2, 4),
    month: (page) => dateOf(page)?.slice(5, 7),
    i_month: (page) => dateOf(page)?.slice(5, 7).replace(/^0/, ""),
    day: (page) => dateOf(page)?.slice(8, 10),
    i_day: (page) => dateOf(page)?.slice(8, 10).replace(/^0/, ""),
    title: ({ source, matter, byTitle }) =>
      byTitle ? urlized(matter["title"]) : (urlized(matter["slug"]) ?? nameOf(source)),
    slug: ({ source, matter, byTitle }) =>
      urlized(matter["slug"]) ?? (byTitle ? urlized(matter["title"]) : slug(nameOf(source))),
    slugorcontentbasename: ({ source, matter }) => urlized(matter["slug"]) ?? nameOf(source),
    slugorfilename: ({ source, matter }) => urlized(matter["slug"]) ?? nameOf(source),
    filename: ({ source }) => nameOf(source),
    contentbasename: ({ source }) => nameOf(source),
    name: ({ source }) => slug(nameOf(source)),
    basename: ({ source }) => nameOf(source),
    section: ({ source }) => source.split("/")[0]?.toLowerCase(),
    sections: ({ source }) => source.split("/").slice(0, -1).join("/").toLowerCase(),
    collection: ({ source }) => source.split("/")[0]?.replace(/^_/, ""),
    categories: ({ source, matter }) =>
      [...(postOf(source)?.above ?? []), ...subjectsOf(matter, "category"), ...subjectsOf(matter, "categories")]
        .map((each) => each.toLowerCase())
        .join("/"),
    output_ext: () => ".html",
  };

const placeholder = /:([a-z_]+)/g;

/** Whether every placeholder of a pattern is known. */
export function isKnownPattern(pattern: string): boolean {
  return [...pattern.matchAll(placeholder)].every(([, name = ""]) => Object.hasOwn(placeholders, name));
}

/** The pattern that a page's own head says: Jekyll's under `permalink`, Hugo's under `url`. */
export function patternIn(matter: Matter): Permalink | undefined {
  const key = ["permalink", "url"].find((each) => isPattern(matter[each]));
  return key === undefined ? undefined : { pattern: String(matter[key]), byTitle: key === "url" };
}

/** Whether a value is a pattern whose placeholders are all known. */
export function isPattern(value: unknown): boolean {
  return (
    typeof value === "string" && /(^|[/_.-]):[a-z]/.test(value) && !/:\/\/|\s/.test(value) && isKnownPattern(value)
  );
}

/** The address that a pattern makes of a page, with which other sites link to it; undefined where it makes none. */
export function addressByPattern({ pattern, byTitle }: Permalink, source: string, matter: Matter): string | undefined {
  let isWhole = true;
  const path = pattern.replace(placeholder, (_, name: string) => {
    const value = ownValue(placeholders, name)?.({ source, matter, byTitle });
    isWhole &&= value !== undefined && (value !== "" || name === "categories");
    return value ?? "";
  });
  // The host would read an asterisk as a pattern.
  const encoded = `/${path}`
    .split("/")
    .map((each) => encodeURIComponent(each).replaceAll("*", "%2A"))
    .join("/");
  const address = encoded.replace(/\/{2,}/g, "/");
  if (!isWhole || address === "/") return undefined;
  return /\/$|\.html?$/.test(address) ? address : `${address}/`;
}

function dateOf({ source, matter }: { source: string; matter: Matter }): string | undefined {
  const date = matter["date"] ?? dateInName(source);
  return date === undefined ? undefined : String(date).slice(0, 10);
}

/** The name of a page's file, or that of its folder if it is its folder's page, without a date before it. */
function nameOf(source: string): string {
  const [last = "", folder = ""] = withoutEnding(source).split("/").reverse();
  return (last === "index" ? folder : last).replace(/^\d{4}-\d{2}-\d{2}-(?=.)/, "");
}

/** Words as Hugo has them in addresses: without signs, hyphens for spaces. */
function urlized(words: unknown): string | undefined {
  if (typeof words !== "string") return undefined;
  const plain = words
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\s._+~-]+/gu, "")
    .trim();
  return plain === "" ? undefined : plain.replace(/[\s-]+/g, "-");
}
