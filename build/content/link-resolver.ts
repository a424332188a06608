import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { posix } from "node:path";
import type * as imageSizeLibrary from "image-size";
import { fragmentOfText } from "../markdown/headings.ts";
import {
  isPlainPath,
  type LinkResolver,
  pathSeenFrom,
  type Target,
} from "../markdown/link-types.ts";
import { decodedPath } from "./address.ts";
import type { Report } from "./diagnostics.ts";
import type { Destination, LinkingPage, LinkTargets } from "./link-targets.ts";
import type { SourcePage } from "./read-page.ts";

const require = createRequire(import.meta.url);

/** A link to a fragment of a page, to be checked when all pages are rendered. */
export interface FragmentLink {
  file: string;
  line: number;
  path: string;
  fragment: string;
}

interface LinkResolverOptions {
  targets: LinkTargets;
  base_url: string;
  /** Base URLs of the site: links that begin with one are internal. */
  bases: readonly URL[];
  report: Report;
  fragments: FragmentLink[];
  /** Why a file is not published, as the rest of a sentence; undefined for any other. */
  absenceOf(href: string, page: LinkingPage, byName: boolean): string | undefined;
  /** Absolute path of an asset's file. */
  assetFile(asset: string): string | undefined;
}

/** Names of images that browsers show. */
const imageFile = /\.(png|jpe?g|gif|svg|webp|avif|bmp|ico)$/i;

/** Schemes that run code, or open files of the reader's own machine. */
const runsCode = /^(javascript|vbscript|data|blob|file):$/;

// A base for parsing addresses, by which those of this site are recognized. Nothing is requested.
const parsingHost = "site.invalid";
const parsingBase = `http://${parsingHost}/`;

/** Resolves links and images of one page, and reports those that lead nowhere or are refused. */
export function createLinkResolver(
  page: Pick<SourcePage, "source" | "path" | "file" | "offset">,
  { targets, base_url, bases, report, fragments, absenceOf, assetFile }: LinkResolverOptions,
): LinkResolver {
  const lineOf = (line: number): number => line + 1 + page.offset;
  const fault: LinkResolver["report"] = (at, problem, expected, publishable = true) =>
    report.fault({ file: page.file, line: lineOf(at), problem, expected, publishable });
  /** @param address Where a template may make what is missing. */
  const missing = (at: number, what: string, why?: string, wanted?: string, address?: string) => {
    const place = { file: page.file, line: lineOf(at), publishable: true, unlessMade: address };
    const problem = `${what}, which does not exist${why ?? ""}`;
    const expected = why === undefined ? wanted : "a link to a page that is published";
    report.fault({ ...place, problem, expected });
  };
  /** A file's path relative to the page, so that the suggestion can be pasted. */
  const fromPage = (file: string): string =>
    file.startsWith("/") ? file : posix.relative(posix.dirname(page.source ?? ""), file);
  /** The expected form of a link to a path of the site where nothing is. */
  const wantedAt = (path: string, named: readonly string[]): string => {
    if (named.length > 0)
      return `one of ${named.map((file) => `\`${fromPage(file)}\``).join(", ")}`;
    const similar = addressMeant(path) ?? targets.suggest(path);
    if (similar === undefined) return "the path of a file or an address of this site";
    return `perhaps \`${/^\w+:/.test(similar) ? similar : fromPage(similar)}\``;
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
    warn: (line, text) => report.warn(text, `${page.file}:${lineOf(line)}`),
    exists: (address) => {
      const path = address.replace(/[?#].*$/s, "");
      return path === "" ? address !== "" : targets.find(path, page) !== undefined;
    },
    isName: (name) => (targets.findName(name, page) ?? absenceOf(name, page, true)) !== undefined,
    resolveName({ name, heading, embedded }, line) {
      const found: Destination | undefined =
        name === "" ? { path: page.path } : targets.findName(name, page);
      if (!found) {
        const what = `${embedded ? "shows" : "links to"} \`[[${shortenAddress(name)}]]\``;
        const similar = targets.suggest(/\.\w+$/.test(name) ? name : `${name}.md`);
        const wanted = "the name of a file, or one among a page's `aliases`";
        const expected = similar ? `perhaps \`${similar}\`` : wanted;
        missing(line, what, absenceOf(name, page, true), expected);
        return undefined;
      }
      // In a file that is not a page, programs give the fragment a meaning, such as `page=3`.
      const isPart = found.asset !== undefined || heading === "";
      const fragment = isPart ? encodeURI(heading) : encodeURIComponent(fragmentOfText(heading));
      remember(line, found.path, decodedPath(fragment));
      const image = imageFile.test(found.asset ?? "");
      return { ...targetAt(found, fragment && `#${fragment}`, image), image };
    },
    resolve(written, kind, line) {
      if (written === "") {
        const problem = kind === "image" ? "shows an image" : "has a link";
        fault(line, `${problem} without an address`, "an address between the brackets");
        return { href: "", url: "", refused: kind === "image" ? "unsafe" : undefined };
      }
      if (/^https?:(?!\/\/)/i.test(written)) {
        const problem = `links to \`${shortenAddress(written)}\`, which lacks a slash`;
        fault(line, problem, `\`${addressMeant(written) ?? "https://…"}\``);
        return { href: written, url: written };
      }
      const parsed = isPlainPath(written) ? undefined : URL.parse(written, parsingBase);
      const base = parsed ? bases.find((each) => isBelow(parsed, each)) : undefined;
      const href = base && parsed ? withoutBase(parsed, base) : written;
      const { protocol, host } = base ? {} : (parsed ?? {});
      if (runsCode.test(protocol ?? "") && !(kind === "image" && /^data:image\//i.test(href))) {
        const problem = `has a link to \`${href.slice(0, 60)}\`, which is not safe to follow`;
        fault(line, problem, "an address that shows something");
        return { href, url: href, refused: "unsafe" };
      }
      if (/^[a-z][a-z0-9+.-]*:/i.test(href) || (host !== undefined && host !== parsingHost)) {
        if (kind === "link" || /^data:image\//i.test(href)) return { href, url: href };
        const what = kind === "image" ? "shows an image" : "plays a film or sound";
        const problem = `${what} from another origin (${shortenAddress(href)}), which would learn who opens the page`;
        fault(line, problem, "a file beside the text, or a link: `[title](https://…)`");
        return { href, url: href, refused: "foreign" };
      }
      const [, path = "", query = "", hash = ""] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(href) ?? [];
      let found = path === "" ? { path: page.path } : targets.find(path, page);
      const absence = found ? undefined : absenceOf(path, page, false);
      const named = found || absence !== undefined ? [] : targets.named(path);
      if (named.length === 1) found = targets.findFile(named[0]);
      // After `:~:` are words that the browser looks for (a text fragment).
      if (found) remember(line, found.path, hash.slice(1).replace(/:~:.*$/s, ""));
      if (path === "")
        return { href: query + hash || page.path, url: base_url + page.path + query + hash };
      if (found) return targetAt(found, query + hash, kind === "image");
      const what = `${kind === "link" ? "links to" : "shows"} \`${shortenAddress(decodedPath(href))}\``;
      const address = decodedPath(pathSeenFrom(page.path, path) || path);
      missing(line, what, absence, wantedAt(path, named), address);
      return { href, url: new URL(href, base_url + page.path).href, missing: true };
    },
  };
}

/** Whether an address is one of the site, whatever the case of its host, by HTTP or HTTPS. */
function isBelow({ protocol, host, pathname }: URL, base: URL): boolean {
  if (!/^https?:$/.test(protocol) || host !== base.host) return false;
  return `${pathname}/`.startsWith(base.pathname.replace(/\/?$/, "/"));
}

/** An address of the site from its root on. */
function withoutBase({ pathname, search, hash }: URL, base: URL): string {
  return (pathname.slice(base.pathname.replace(/\/$/, "").length) || "/") + search + hash;
}

/** The web or mail address probably meant by one with an incomplete scheme. */
function addressMeant(written: string): string | undefined {
  const [begin = "", scheme = "https"] =
    /^(?:(https?)(?:[:;]\/*|\/{2,})(?=[^/]+\.)|(?=www\.))/i.exec(written) ?? [];
  if (begin !== "" || /^www\./i.test(written)) return `${scheme}://${written.slice(begin.length)}`;
  return /^[\w.+-]+@[\w-]+\.[\w.-]+$/.test(written) ? `mailto:${written}` : undefined;
}

/** The beginning of an address, as a message shows it. */
function shortenAddress(href: string): string {
  return href.length > 120 ? `${href.slice(0, 119)}…` : href;
}

/** Size of an image file in pixels; undefined if it cannot be measured. */
function imageSizeOf(file: string | undefined): { width: number; height: number } | undefined {
  if (file === undefined) return undefined;
  try {
    const { imageSize } = require("image-size") as typeof imageSizeLibrary;
    const { width, height, orientation = 1 } = imageSize(readFileSync(file));
    // From 5 on, a photo is shown turned by a quarter.
    return orientation > 4 ? { width: height, height: width } : { width, height };
  } catch {
    return undefined; // the page is correct without the size
  }
}
