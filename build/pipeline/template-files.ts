import { relative, resolve, sep } from "node:path";
import type { ContentMap, Page, Result } from "@11ty/eleventy";
import type { AddressBook, Owner } from "../content/address-book.ts";
import { dateTime } from "../lib/dates.ts";
import { watchingIn } from "../lib/page-policy.ts";
import { percentDecoded } from "../lib/text.ts";
import { generatedLists, pagesTemplate, virtualFormat } from "./markdown-pages.ts";
import { isWithin } from "./project.ts";

/**
 * The files that the author's own templates make. Their addresses are claimed.
 * @param input The content folder.
 * @throws Error of one line that names both if something else has an address already
 */
export function templateFiles(
  planned: ContentMap["inputPathToUrl"],
  addresses: AddressBook,
  input: string,
): string[] {
  const own = Object.entries(planned).filter(
    ([template]) => !template.endsWith(`.${virtualFormat}`),
  );
  return own.flatMap(([template, urls]) =>
    urls.flatMap((url) => {
      if (url === false || !url.startsWith("/")) return [];
      const name = relative(resolve(input), resolve(template));
      const other = addresses.claim(url, { kind: "template", name, path: url });
      if (other !== undefined)
        throw new Error(
          `Two files have the address ${url}: ${name} and ${makerOf(other)}. Give one of them another address.`,
        );
      return url.endsWith("/") ? `${url}index.html` : url;
    }),
  );
}

function makerOf({ kind, name }: Owner): string {
  return kind === "list"
    ? "a list that the build generates (`lists` in facts.yaml leaves such lists out)"
    : name;
}

/**
 * Makes sure that a page is written inside of the output folder, on any system: `..` in a
 * `permalink` can lead out of it.
 * @param folder The output folder's absolute path.
 * @throws Error of one line naming the template and the place.
 */
export function assertInside({ inputPath, outputPath }: Page, folder: string): void {
  if (outputPath === false) return;
  const path = pathIn(folder, outputPath);
  const leadsUp = percentDecoded(path).split(/[\\/]/).includes("..");
  if (isWithin(folder, resolve(outputPath)) && !leadsUp) return;
  throw new Error(
    `${inputPath.replace(/^\.\//, "")} would be written to \`${path}\`, outside of the site: ` +
      "expected a `permalink` such as `/page/`, without `..`.",
  );
}

/** The files that templates made in a run of Eleventy, by root-relative paths. */
export function writtenByTemplates(results: readonly Result[], folder: string): string[] {
  return results
    .filter(({ inputPath }) => !inputPath.endsWith(`.${virtualFormat}`))
    .map(({ outputPath }) => pathIn(folder, outputPath));
}

/** The root-relative path of a file in the output folder. */
function pathIn(folder: string, file: string): string {
  return `/${relative(folder, file).replaceAll(sep, "/")}`;
}

/**
 * The date of a template, never the time at which its file was made or changed, which differs in
 * every copy of the project.
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

/**
 * The virtual templates of pages in the site's own layout, which are checked when they are
 * rendered.
 */
const inOwnLayout = [0, generatedLists].map(pagesTemplate);

/**
 * Warnings about what the author's own templates and layouts would load or run and the browser is
 * not allowed to.
 */
export function blockedInTemplates(results: readonly Result[], base_url: string): string[] {
  const { origin } = new URL(base_url);
  const isForeign = (address: string) =>
    (URL.parse(address, base_url)?.origin ?? origin) !== origin;
  return results
    .filter(({ inputPath }) => !inOwnLayout.some((own) => inputPath.endsWith(own)))
    .filter(({ outputPath }) => outputPath.endsWith(".html"))
    .flatMap(({ url, content }) =>
      watchingIn(content, true, isForeign).map((problem) => `${url} ${problem}`),
    )
    .map((problem) => `${problem}, which the site's Content-Security-Policy blocks.`);
}
