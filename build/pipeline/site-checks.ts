import { readFileSync } from "node:fs";
import { decodedPath, withoutEnding } from "../content/address.ts";
import type { AddressBook } from "../content/address-book.ts";
import type { Report } from "../content/diagnostics.ts";
import { isSampleAddress, sampleName } from "../content/facts.ts";
import { ignoredKeys } from "../content/key-faults.ts";
import type { FragmentLink } from "../content/link-resolver.ts";
import type { LoadedContent } from "../content/load-content.ts";
import type { Page } from "../content/page.ts";
import type { SourcePage } from "../content/read-page.ts";
import { isDate } from "../lib/dates.ts";
import { didYouMean } from "../lib/did-you-mean.ts";
import { tokenize } from "../lib/html-tokens.ts";
import { memoize } from "../lib/once.ts";
import { countOf, lineAt, percentDecoded } from "../lib/text.ts";
import { lineOfItem } from "../lib/yaml.ts";
import { chosenPaths } from "../model/navigation.ts";
import { hostsInStyle } from "../model/page-policy.ts";
import { type SiteModel, translationsOf } from "../model/site-model.ts";
import { isLayoutNamed, siteLayout } from "./pages-as-data.ts";

/** Warns about a placeholder address; without facts, also says where the site's name is from. */
export function reportPlaceholder({ facts, hasFacts }: LoadedContent, report: Report): void {
  if (!isSampleAddress(facts.base_url) || (hasFacts && facts.name === sampleName)) return;
  const name = hasFacts
    ? ""
    : `There is no facts.yaml, so the site is named after its home page or folder: ${facts.name}. `;
  report.warn(
    `${name}The address in all links and documents is a placeholder, ${facts.base_url}. Write the site's own as ` +
      "`base_url` into facts.yaml, or into the environment as OPEN_HOUSE_BASE_URL.",
  );
}

/**
 * Warns about pages with a date in the future, perhaps a wrong year: they are published all the
 * same. The current day of an author who is ahead of UTC is not in the future.
 * @param now Milliseconds since 1970.
 */
export function reportFutureDates(pages: readonly SourcePage[], now: number, report: Report): void {
  const isAhead = (date = "") => Date.parse(date) > now + (isDate(date) ? mostAhead : 0);
  const ahead = pages.filter(({ matter }) => isAhead(matter.date) || isAhead(matter.updated));
  const count = countOf(ahead.length, "page");
  const text = `${count} with a date in the future, published and listed as if it had come`;
  for (const { file } of ahead) report.warn(text, file);
}

/** The time zone farthest ahead of UTC, in milliseconds. */
const mostAhead = 14 * 3_600_000;

/**
 * Warns about pages without `aliases` that another program may have published at other addresses:
 * in a lenient build all such pages, otherwise those in `_posts`.
 */
export function reportMoves(pages: readonly SourcePage[], lenient: boolean, report: Report): void {
  const unnamed = pages.flatMap(({ source, path, matter }) => {
    if (source === null || matter.aliases || matter.permalink || "slug" in matter) return [];
    if (!lenient && !`/${source}`.includes("/_posts/")) return [];
    const name = `/${withoutEnding(source)}/`.replaceAll("/_posts/", "/");
    const isKept = name.startsWith(decodedPath(path));
    const isDated = /(?:^|\/)\d{4}-\d\d-\d\d-/.test(source);
    return { source, kind: isDated ? "a date" : isKept ? "" : "capitals or signs" };
  });
  for (const [kind, [first, ...others]] of Map.groupBy(unnamed, (page) => page.kind))
    if (first && kind !== "")
      report.warn(
        `${countOf(1 + others.length, "page")} with ${kind} in the file's name and no \`aliases\`. If another program published ` +
          "them, perhaps at other addresses, site/guide/moving.md says how to keep these",
        first.source,
      );
}

/** Reports addresses that the author's stylesheet would load from another origin. */
export function checkStyle(css: string, report: Report): void {
  for (const { address, index } of hostsInStyle(css)) {
    const problem = `loads ${address} from another origin, which would learn who opens a page`;
    const expected = "a file of the site, such as `url(/image.png)`";
    report.fault({ file: "style.css", line: lineAt(css, index), problem, expected });
  }
}

/**
 * Checks that a layout named like a file is in `_includes`. Names without an ending belong to other
 * tools; so do all names in a folder other than the project's own, in which layouts are not read.
 */
export function checkLayouts(
  pages: readonly Page[],
  layouts: readonly string[] | undefined,
  report: Report,
): void {
  for (const { source, front_matter } of pages) {
    const { layout } = front_matter;
    if (source === null || layout === undefined) continue;
    if ([siteLayout, ...(layouts ?? [])].some((each) => isLayoutNamed(each, layout))) continue;
    if (layouts === undefined || typeof layout !== "string" || !layout.includes(".")) {
      report.warn(ignoredKeys, "layout", source);
      continue;
    }
    const problem = `is \`${layout}\`, which is not in \`_includes\``;
    const known = layouts.join(", ");
    const expected = known ? `one of ${known}` : "a layout in `_includes`, or no `layout`";
    report.fault({ file: source, field: "layout", problem, expected, publishable: true });
  }
}

/**
 * Reports each link to a fragment that is not an id on the page. The fault names the probable id,
 * which differs only in case and punctuation.
 * @param pages The rendered pages. The fragments of other addresses are unknown, and of the
 * guestbook, whose entries are fragments.
 */
export function checkParts(links: readonly FragmentLink[], pages: readonly Page[], report: Report) {
  const byPath = new Map(pages.map((page) => [page.path, page]));
  for (const { file, line, path, fragment } of links) {
    const page = byPath.get(path);
    if (!page || page.type === "guestbook") continue;
    const names = [fragment, percentDecoded(fragment)];
    // A fast path: most links lead to headings, for which no HTML has to be read.
    if (page.headings.some(({ id }) => names.includes(id))) continue;
    if (names.some((name) => idsIn(page).has(name))) continue;
    const problem = `links to #${fragment} of ${path}, which has no such part`;
    const expected = expectedPart(fragment, page);
    report.fault({ file, line, problem, expected, publishable: true });
  }
}

/** Ids of the elements of a page, with `top`, which every page has. */
const idsIn = memoize(({ html, title_id }: Page) => {
  const ids = tokenize(html).tokens.flatMap((token) => {
    if (token.kind !== "open") return [];
    const names = token.name === "a" ? ["id", "name"] : ["id"];
    return names.map((name) => token.attributes.get(name)?.value ?? "");
  });
  return new Set(["top", title_id ?? "", ...ids].filter((id) => id !== ""));
});

/** The only heading with the letters and digits of a fragment, else the first as an example. */
function expectedPart(fragment: string, { title_id, headings }: Page): string {
  const plain = (id: string) => id.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, "");
  const ids = headings.map(({ id }) => id);
  const wanted = plain(percentDecoded(fragment).normalize());
  const meant = [title_id ?? "", ...ids].filter((id) => wanted !== "" && plain(id) === wanted);
  if (meant.length === 1) return `#${meant[0]}`;
  return ids.length > 0 ? `a heading of that page, such as #${ids[0]}` : "a heading of that page";
}

/** Checks that translations are of pages that are no translations, one for each language. */
export function checkTranslations(
  sources: readonly SourcePage[],
  model: SiteModel,
  report: Report,
): void {
  for (const { path, file, lines } of sources) {
    const { translation_of: of, language } = model.byPath.get(path) as Page;
    if (of === null) continue;
    const group = translationsOf(model).get(of) ?? [];
    const others = group.filter((page) => page.path !== path);
    const isFirst = others.some((page) => page.path === of && page.translation_of === null);
    if (isFirst && others.every((page) => page.language !== language)) continue;
    const problem = `is \`${of}\`, which is not a page that was written first, or has this language`;
    const expected = "the address of a page in another language that is no translation itself";
    const line = lines.translation_of;
    report.fault({ file, line, field: "translation_of", problem, expected });
  }
}

/**
 * Checks that each path of `navigation` in the facts exists on this site.
 * @param file Absolute path of the facts, for line numbers.
 * @param drafts Files of drafts that are left out.
 */
export function checkNavigation(
  { facts, pages }: SiteModel,
  addresses: AddressBook,
  file: string,
  drafts: readonly string[],
  report: Report,
): void {
  for (const [index, { path }] of chosenPaths(facts).entries()) {
    const decoded = decodedPath(path);
    if (addresses.ownerOf(decoded) !== undefined) continue;
    const hasDrafts = drafts.some((draft) => `/${draft}`.toLowerCase().startsWith(decoded));
    const known = pages.map((page) => decodedPath(page.path));
    const meant = didYouMean(decoded, known);
    const suggestion = meant ? `; did you mean \`${meant}\`?` : "";
    const why = hasDrafts ? " for readers: it has only drafts" : suggestion;
    const problem = `leads to \`${path}\`, which does not exist${why}`;
    const expected = "the address of a page, such as `/guestbook/`";
    const line = lineOfItem(readFileSync(file, "utf8"), "navigation", path);
    const place = { file: "facts.yaml", line, field: `navigation[${index + 1}]` };
    report.fault({ ...place, problem, expected, unlessMade: decoded });
  }
}
