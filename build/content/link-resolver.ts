import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { posix } from "node:path";
import type * as imageSizeLibrary from "image-size";
import {
  isPlainPath,
  type LinkResolver,
  pathSeenFrom,
  type Target,
} from "../markdown/link-types.ts";
import { decodedPath } from "./address.ts";
import type { Report } from "./diagnostics.ts";
import type { Destination, LinkTargets } from "./link-targets.ts";
import type { SourcePage } from "./read-page.ts";

const require = createRequire(import.meta.url);

/** A link to a part of a page, to be checked once every page is rendered. */
export interface FragmentLink {
  file: string;
  line: number;
  path: string;
  fragment: string;
}

interface LinkResolverOptions {
  targets: LinkTargets;
  base_url: string;
  /**
   * Base URLs of the site, without trailing slashes: absolute links that begin with one are
   * internal.
   */
  own: readonly string[];
  report: Report;
  fragments: FragmentLink[];
  /**
   * Why a file is not published, as the rest of a sentence; undefined for what is published or does
   * not exist.
   */
  absenceOf(
    href: string,
    page: Pick<SourcePage, "source" | "path">,
    byName: boolean,
  ): string | undefined;
  /** Absolute path of an asset's file. */
  assetFile(asset: string): string | undefined;
}

/** Names of images that browsers show. */
const imageFile = /\.(png|jpe?g|gif|svg|webp|avif|bmp|ico)$/i;

/** Schemes that run code, or open files of the reader's own machine. */
const runsCode = /^(javascript|vbscript|data|blob|file):$/;

// A base for parsing addresses, by which those of this site are recognized. Nothing is requested.
const [parsingBase, parsingHost] = ["http://site.invalid/", "site.invalid"];

/**
 * Resolves the links and images of one page to what the site has, and reports those that do not
 * exist or may not be used.
 */
export function createLinkResolver(
  page: Pick<SourcePage, "source" | "path" | "file" | "offset">,
  { targets, base_url, own, report, fragments, absenceOf, assetFile }: LinkResolverOptions,
): LinkResolver {
  const lineOf = (line: number): number => line + 1 + page.offset;
  const fault = (
    at: number,
    problem: string,
    expected: string,
    publishable = true,
    unlessMade?: string,
  ): void => {
    const place = { file: page.file, line: lineOf(at) };
    report.fault({ ...place, problem, expected, publishable, unlessMade });
  };
  /**
   * Reports a link that leads nowhere.
   * @param name What `suggest` looks for.
   * @param address Where it would lead.
   */
  const missing = (
    line: number,
    what: string,
    name: string,
    absence: string | undefined,
    address?: string,
  ): void => {
    const similar = absence === undefined ? targets.suggest(name) : undefined;
    // A file is named as the page sees it, so that the suggestion can be pasted.
    const isSeen = address !== undefined && similar !== undefined && !similar.startsWith("/");
    const suggestion = isSeen ? posix.relative(posix.dirname(page.source ?? ""), similar) : similar;
    const wanted =
      address === undefined
        ? "the name of a file, or one among a page's `aliases`"
        : "the path of a file or an address of this site";
    const expected = absence === undefined ? wanted : "a link to a page that is published";
    const problem = `${what}, which does not exist${absence ?? ""}`;
    fault(line, problem, suggestion ? `perhaps \`${suggestion}\`` : expected, true, address);
  };
  const remember = (line: number, path: string, fragment: string): void => {
    if (fragment !== "") fragments.push({ file: page.file, line: lineOf(line), path, fragment });
  };
  const targetAt = ({ path, asset }: Destination, tail: string, isImage: boolean): Target => {
    const size = isImage && asset !== undefined ? imageSizeOf(assetFile(asset)) : undefined;
    return { href: path + tail, url: base_url + path + tail, ...size };
  };

  return {
    report: fault,
    isName: (name) => (targets.findName(name, page) ?? absenceOf(name, page, true)) !== undefined,
    resolveName({ name, fragment, embedded }, line) {
      const found: Destination | undefined =
        name === "" ? { path: page.path } : targets.findName(name, page);
      if (!found) {
        const what = `${embedded ? "shows" : "links to"} \`[[${shortened(name)}]]\``;
        missing(line, what, /\.\w+$/.test(name) ? name : `${name}.md`, absenceOf(name, page, true));
        return undefined;
      }
      remember(line, found.path, fragment);
      const image = imageFile.test(found.asset ?? "");
      return {
        ...targetAt(found, fragment === "" ? "" : `#${encodeURIComponent(fragment)}`, image),
        image,
      };
    },
    resolve(written, kind, line) {
      const within = own.find((base) => written === base || written.startsWith(`${base}/`));
      const href = within === undefined ? written : written.slice(within.length) || "/";
      const { protocol, host } =
        (isPlainPath(href) ? undefined : URL.parse(href, parsingBase)) ?? {};
      if (runsCode.test(protocol ?? "") && !(kind === "image" && /^data:image\//i.test(href))) {
        const problem = `has a link to \`${href.slice(0, 60)}\`, which is not safe to follow`;
        fault(line, problem, "an address that shows something");
        return { href, url: href, refused: "unsafe" };
      }
      if (/^[a-z][a-z0-9+.-]*:/i.test(href) || (host !== undefined && host !== parsingHost)) {
        if (kind === "link" || /^data:image\//i.test(href)) return { href, url: href };
        const problem = `shows an image from another origin (${shortened(href)}), which would learn who opens the page`;
        fault(line, problem, "an image file beside the text");
        return { href, url: href, refused: "foreign" };
      }
      const [, path = "", query = "", hash = ""] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(href) ?? [];
      const found = path === "" ? { path: page.path } : targets.find(path, page);
      if (found) remember(line, found.path, hash.slice(1));
      if (path === "")
        return { href: query + hash || page.path, url: base_url + page.path + query + hash };
      if (found) return targetAt(found, query + hash, kind === "image");
      const what = `${kind === "image" ? "shows" : "links to"} \`${shortened(decodedPath(href))}\``;
      const address = decodedPath(pathSeenFrom(page.path, path) || path);
      missing(line, what, path, absenceOf(path, page, false), address);
      return { href, url: new URL(href, base_url + page.path).href, missing: true };
    },
  };
}

/** The beginning of an address, as a message shows it. */
function shortened(href: string): string {
  return href.length > 120 ? `${href.slice(0, 119)}…` : href;
}

/** Size of an image file in pixels; undefined where it cannot be measured. */
function imageSizeOf(file: string | undefined): { width: number; height: number } | undefined {
  if (file === undefined) return undefined;
  try {
    const { imageSize } = require("image-size") as typeof imageSizeLibrary;
    const { width, height } = imageSize(readFileSync(file));
    return { width, height };
  } catch {
    return undefined; // the page is correct without the size
  }
}
