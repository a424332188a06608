import { join, relative, resolve } from "node:path";
import type { ContentMap } from "@11ty/eleventy";
import { htmlFileOf } from "../content/address.ts";
import type { Page } from "../content/page.ts";
import { dateTime } from "../lib/dates.ts";
import type { SiteModel } from "../model/site-model.ts";
import { virtualFormat } from "./markdown-pages.ts";

/**
 * The files that the author's own templates make.
 * @param input The content folder.
 * @throws Error of one line if a template makes a file that a page or another template makes
 */
export function templateFiles(made: ContentMap["inputPathToUrl"], { pages }: SiteModel, input: string): string[] {
  const addresses = Object.entries(made)
    .filter(([template]) => !template.endsWith(`.${virtualFormat}`))
    .flatMap(([template, urls]) =>
      urls.flatMap((url) => (url !== false && url.startsWith("/") ? [{ template, url, file: fileOf(url) }] : [])),
    );
  if (addresses.length === 0) return [];
  const pageAt = new Map(pages.map((page) => [htmlFileOf(page.path), page]));
  const makers = new Map<string, string>();
  for (const { template, url, file } of addresses) {
    const page = pageAt.get(file);
    const [own, other] = [join(template), makers.get(file) ?? (page && makerOf(page, input))];
    if (other !== undefined)
      throw new Error(`Two files have the address ${url}: ${own} and ${other}. Give one of them another address.`);
    makers.set(file, own);
  }
  return [...makers.keys()];
}

/** What makes a page, for the author: its file, as Eleventy would name it. */
function makerOf({ source, list }: Page, input: string): string {
  if (source !== null) return relative("", resolve(input, source));
  return list ? "a list that the build generates (`lists` in facts.yaml leaves such lists out)" : "a page of the build";
}

/** The file of an address. */
export function fileOf(url: string): string {
  return url.endsWith("/") ? `${url}index.html` : url;
}

/**
 * The date of a template, never the time at which its file was made or changed, which differs in every copy of the
 * project.
 * @param written The `date` in its front matter.
 * @param file Its path.
 * @param since The site's first day, which is the date of a template without one.
 * @returns undefined where the file's name has the date, which Eleventy reads itself.
 */
export function templateDate(written: unknown, file: string, since: string): unknown {
  if (written === undefined && /\d{4}-\d{2}-\d{2}/.test(file)) return undefined;
  const isByFile = typeof written === "string" && /^(git )?(created|last modified)$/i.test(written);
  return written === undefined || isByFile ? new Date(dateTime(since) as string) : written;
}
