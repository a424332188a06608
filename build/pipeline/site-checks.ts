import { readFileSync } from "node:fs";
import type { Report } from "../content/diagnostics.ts";
import { ignoredKeys } from "../content/front-matter.ts";
import type { Content } from "../content/load.ts";
import type { Page } from "../content/page.ts";
import { decodedPath } from "../content/path-encoding.ts";
import { isSampleAddress, keptFromSample } from "../content/sample-facts.ts";
import { renderFolderList } from "../layouts/folder-list.ts";
import { inThousands } from "../lib/counts.ts";
import { compareTimes, readDate } from "../lib/dates.ts";
import { didYouMean } from "../lib/did-you-mean.ts";
import { lineOfItem } from "../lib/yaml.ts";
import { chosenPaths } from "../model/navigation.ts";
import type { SiteModel } from "../model/site-model.ts";

/** Tells a site without facts after what it is named, and warns once where its address leads nowhere. */
export function reportPlaceholder({ facts, hasFacts, config }: Content, report: Report): void {
  const isPlaceholder = hasFacts
    ? keptFromSample(facts).some(({ field }) => field === "base_url")
    : isSampleAddress(facts.base_url);
  if (hasFacts && !isPlaceholder) return;
  const { file = "", identity = {}, address } = config ?? {};
  const source = identity.name === undefined ? "its home page or folder" : `\`${file}\``;
  const name = hasFacts ? "" : `There is no facts.yaml, so the site is named after ${source}: ${facts.name}. `;
  if (!isPlaceholder) {
    report.warn(`${name}Its address is the one in \`${file}\`, ${facts.base_url}.`);
    return;
  }
  const unused =
    hasFacts || address === undefined ? "" : `The address in \`${file}\`, ${address}, is more than an origin. `;
  report.warn(
    `${name}${unused}The address in all links and documents is a placeholder, ${facts.base_url}. Write the site's own ` +
      "as `base_url` into facts.yaml, or into the environment as OPEN_HOUSE_BASE_URL.",
  );
}

/**
 * Checks that each path of `navigation` in the facts is one of this site.
 * @param file Absolute path of the facts, to find lines in.
 * @param others Decoded paths of what is published besides pages.
 */
export function checkNavigation({ facts, pages }: SiteModel, file: string, others: readonly string[], report: Report) {
  const known = new Set([...pages.map(({ path }) => decodedPath(path)), ...others]);
  for (const [index, { path }] of chosenPaths(facts.navigation ?? []).entries()) {
    const decoded = decodedPath(path);
    if (known.has(decoded)) continue;
    const meant = didYouMean(decoded, known);
    report.fault({
      file: "facts.yaml",
      line: lineOfItem(readFileSync(file, "utf8"), "navigation", path),
      field: `navigation[${index + 1}]`,
      problem: `leads to \`${path}\`, which does not exist${meant ? `; did you mean \`${meant}\`?` : ""}`,
      expected: "the address of a page, such as `/guestbook/`",
      unlessMade: decoded,
    });
  }
}

/**
 * Checks that a layout named like a file is in `_includes`. A name without an ending belongs to another tool, and so do
 * all names in a folder that is not the project's own, where no layouts are read.
 */
export function checkLayouts(pages: readonly Page[], layouts: readonly string[] | undefined, report: Report): void {
  for (const { source, front_matter } of pages) {
    const { layout } = front_matter;
    if (source === null || layout === undefined) continue;
    if (typeof layout === "string" && layouts?.includes(layout)) continue;
    if (layouts === undefined || typeof layout !== "string" || !layout.includes(".")) {
      report.warn(ignoredKeys, "layout");
      continue;
    }
    report.fault({
      file: source,
      field: "layout",
      problem: `is \`${layout}\`, which is not in \`_includes\``,
      expected: layouts.length > 0 ? `one of ${layouts.join(", ")}` : "a layout in `_includes`, or no `layout`",
      publishable: true,
    });
  }
}

/**
 * Counts the pages without anything to read: no text of their own, and nothing that this site puts on them. With
 * another tool a layout may fill them.
 */
export function reportEmptyPages(model: SiteModel, layouts: readonly string[] = [], report: Report): void {
  const empty = model.pages.filter(
    (page) =>
      page.source !== null &&
      !page.draft && // one is about to write it
      (page.type === "page" || page.type === "note" || page.type === "list") &&
      isEmpty(page) &&
      !layouts.some((name) => name === page.front_matter["layout"]) &&
      renderFolderList(page, model) === null,
  );
  const byLayout = Map.groupBy(empty, ({ front_matter }) => "layout" in front_matter || "template" in front_matter);
  for (const [hasLayout, pages] of byLayout) {
    const have = pages.length === 1 ? "1 page has" : `${pages.length} pages have`;
    const why = hasLayout ? ", because a layout of another tool fills them" : "";
    for (const { source } of pages) report.warn(`${have} no text${why}, and nothing to read here`, String(source));
  }
  for (const page of model.pages)
    if (page.type === "home" && ("hero" in page.front_matter || "features" in page.front_matter) && isEmpty(page))
      report.warn(
        "Home pages have their text under `hero` and `features` in the head, which is not shown",
        String(page.source),
      );
}

/** Whether a page's text is nothing but comments. */
function isEmpty({ text, html }: Page): boolean {
  return text === "" && html.replace(/<!--[^]*?-->/g, "").trim() === "";
}

/** Somewhere the next day has begun up to 14 hours before it begins in UTC. */
const aheadOfUtc = 14 * 60 * 60 * 1000;

/**
 * Warns of pages with a date in the future, and of those that Hugo would no longer publish: they are published like all
 * others, because what is published does not depend on the time of the build.
 */
export function warnOfDates(pages: readonly Page[], now: number, report: Report): void {
  const latest = new Date(now + aheadOfUtc).toISOString();
  for (const { source, published, updated, front_matter } of pages) {
    const expiry = readDate(String(front_matter["expiryDate"] ?? ""));
    if (source !== null && expiry !== undefined && Date.parse(expiry) < now)
      report.warn("Pages whose `expiryDate` is past are published all the same", source);
    if (source !== null && [published, updated].some((date) => compareTimes(date ?? "", latest) > 0))
      report.warn("Pages with a date in the future are published all the same", source);
  }
}

/** Most files in one folder: a deploy fails if any folder holds more (docs.netlify.com, deploys). */
export const mostInFolder = 54_000;

/**
 * Checks, before anything is written, that no folder holds more files than the host takes. Other hosts may take more,
 * so a lenient build only warns.
 * @param paths Root-relative, decoded paths of all files of the site.
 */
export function checkCrowding(paths: readonly string[], report: Report): void {
  if (paths.length <= mostInFolder) return;
  const counts = new Map<string, number>();
  for (const path of paths) {
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  for (const [folder, count] of counts) {
    if (count <= mostInFolder) continue;
    report.fault({
      file: folder,
      problem:
        `would hold ${inThousands(count)} files; ` +
        `the host takes at most ${inThousands(mostInFolder)} in one folder`,
      expected:
        "pages and files spread over folders, by year for example (each page has a Markdown file in its folder); " +
        "their former addresses go under `aliases`",
      publishable: true,
    });
  }
}
