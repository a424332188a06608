import { relative, resolve } from "node:path";
import type { ContentMap } from "@11ty/eleventy";
import type { AddressBook, Owner } from "../content/address-book.ts";
import { dateTime } from "../lib/dates.ts";
import { virtualFormat } from "./markdown-pages.ts";

/**
 * The files that the author's own templates make. Their addresses are claimed.
 * @param input The content folder.
 * @throws Error of one line that names both if something else has an address already
 */
export function templateFiles(made: ContentMap["inputPathToUrl"], addresses: AddressBook, input: string): string[] {
  const own = Object.entries(made).filter(([template]) => !template.endsWith(`.${virtualFormat}`));
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
  return kind === "list" ? "a list that the build generates (`lists` in facts.yaml leaves such lists out)" : name;
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
