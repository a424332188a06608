import { isPlainPath, type LinkResolver, type Target } from "../markdown/link-types.ts";
import type { Remnant } from "../markdown/remnants.ts";
import type { Report } from "./diagnostics.ts";
import { imageSizeOf } from "./image-size.ts";
import type { Destination, SiteMap } from "./link-targets.ts";
import type { SourcePage } from "./parse-page.ts";
import { decodedPath } from "./path-encoding.ts";
import { tagSlug } from "./tags.ts";
import { type AddressParts, readable, readingsOf, shortened } from "./written-addresses.ts";

/** A link to a part of a page, to be checked once every page is rendered. */
export interface FragmentLink {
  file: string;
  line: number;
  path: string;
  fragment: string;
}

export interface LinkResolverOptions {
  map: SiteMap;
  base_url: string;
  report: Report;
  fragments: FragmentLink[];
  /** Takes what is not understood of the page. */
  remnants?: Remnant[] | undefined;
  /**
   * Base URLs of the site, without trailing slashes: absolute links that begin with one are internal. `[base_url]` by
   * default.
   */
  own?: readonly string[];
  /** Why a page that has a file is not published, as the rest of a sentence; undefined for all other addresses. */
  absent?(path: string, from: { source: string | null; path: string }, byName?: boolean): string | undefined;
  /** A file beside the content folder that another tool would publish at a path; undefined where there is none. */
  beside?(path: string): string | undefined;
  /** Whether a link that leads nowhere may lead to the page that alone has the end of its path. */
  findsByEnd?: boolean;
  /** Whether a link that leads nowhere may lead to what alone has its name, as in a vault of Obsidian. */
  findsByName?: boolean;
  /** Whether links in double brackets may have their words before the name: `[[words|name]]`. */
  hasWordsFirst?: boolean;
  /** Ids of parts of pages by links that write them otherwise: `/x/#Some-Part` to `some-part`. */
  partIds?: Readonly<Record<string, string>> | undefined;
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
 * Resolves the links and images of one page against the site map, and reports those that do not exist or may not be
 * used.
 */
export function createLinkResolver(
  page: Pick<SourcePage, "source" | "place" | "path" | "file" | "offset" | "hasInlineTags">,
  options: LinkResolverOptions,
): LinkResolver {
  const { map, base_url, report, fragments, own = [base_url] } = options;
  const reportFault = (line: number, problem: string, expected?: string, unlessMade?: string): void => {
    const place = { file: page.file, line: line + 1 + page.offset };
    report.fault({ ...place, problem, expected, publishable: true, unlessMade });
  };

  const external = (href: string, kind: "link" | "image", line: number): Target => {
    if (kind === "link" || /^data:image\//i.test(href)) return { href, url: href };
    reportFault(
      line,
      `shows an image from another origin (${shortened(href)}), which would learn who opens the page`,
      "an image file beside the text",
    );
    return { href, url: href, refused: "foreign" };
  };

  const unsafe = (href: string, line: number): Target => {
    reportFault(
      line,
      `has a link to \`${href.slice(0, 60)}\`, which is not safe to follow`,
      "an address that shows something",
    );
    return { href, url: href, refused: "unsafe" };
  };

  /** The first reading of an address that leads somewhere; where none does, the way that browsers read it. */
  const destinationOf = (href: string): AddressParts & { found: Destination | undefined } => {
    const readings = readingsOf(href);
    for (const reading of readings) {
      const found = reading.path === "" ? { path: page.path } : map.find(reading.path, page);
      if (found) return { ...reading, found };
    }
    return { ...(readings[0] as AddressParts), found: undefined };
  };

  /** A fragment as the page it leads to has it, encoded. */
  const partOf = (path: string, fragment: string): string => {
    const id = options.partIds?.[`${path}#${fragment}`];
    return encodeURIComponent(id ?? fragment);
  };

  const byName = (path: string): Destination | undefined => {
    if (!options.findsByName || options.absent?.(path, page) !== undefined) return undefined;
    return map.findOnlyName(decodedPath(path));
  };

  const byEnd = (path: string, href: string, line: number): Destination | undefined => {
    if (!options.findsByEnd || options.absent?.(path, page) !== undefined) return undefined;
    const found = map.findByEnd(path, page);
    if (found)
      report.fault({
        file: page.file,
        line: line + 1 + page.offset,
        kind: "links found by the end of their path alone",
        problem: `links to \`${shortened(readable(href))}\`, which is found by its end alone`,
        expected: `\`${found.source}\``,
        publishable: true,
      });
    return found && { path: found.path };
  };

  return {
    report: reportFault,
    tagPath: page.hasInlineTags
      ? (name) => map.find(`/tags/${encodeURIComponent(tagSlug(name))}/`, page)?.path
      : undefined,
    remnant: (kind, line) => void options.remnants?.push({ kind, file: page.file, line: line + 1 + page.offset }),
    hasWordsFirst: options.hasWordsFirst ?? false,
    isName: (name) => (map.findName(name, page) ?? options.absent?.(name, page, true)) !== undefined,
    resolveName({ name, fragment, embedded }, line) {
      const found: Destination | undefined = name === "" ? { path: page.path } : map.findName(name, page);
      if (!found) {
        const absent = options.absent?.(name, page, true);
        const suggestion = absent === undefined ? map.suggest(/\.\w+$/.test(name) ? name : `${name}.md`) : undefined;
        const expected =
          absent === undefined ? "the name of a file of this site" : "a link to a page that is published";
        const problem = `${embedded ? "shows" : "links to"} \`[[${shortened(name)}]]\`, which does not exist${absent ?? ""}`;
        reportFault(line, problem, suggestion ? `perhaps \`${suggestion}\`` : expected);
        return undefined;
      }
      if (fragment !== "")
        fragments.push({ file: page.file, line: line + 1 + page.offset, path: found.path, fragment });
      const tail = fragment === "" ? "" : `#${partOf(found.path, fragment)}`;
      const image = imageFile.test(found.asset ?? "");
      const size = image && found.asset ? imageSizeOf(options.assetFile(found.asset)) : undefined;
      return { href: found.path + tail, url: base_url + found.path + tail, image, ...size };
    },
    resolve(written, kind, line, named = false) {
      const within = own.find((base) => written === base || written.startsWith(`${base}/`));
      const href = within === undefined ? written : written.slice(within.length) || "/";
      const { protocol, host } = (isPlainPath(href) ? undefined : URL.parse(href, parsingBase)) ?? {};
      if (runsCode.test(protocol ?? "") && !(kind === "image" && /^data:image\//i.test(href)))
        return unsafe(href, line);
      if (/^[a-z][a-z0-9+.-]*:/i.test(href) || (host !== undefined && host !== parsingHost))
        return external(href, kind, line);
      const { path, query, hash, found: exact } = destinationOf(href);
      const found =
        exact ??
        (named ? map.findName(decodedPath(path), page) : byName(path)) ??
        (kind === "link" ? byEnd(path, href, line) : undefined);
      if (hash.length > 1 && found)
        fragments.push({ file: page.file, line: line + 1 + page.offset, path: found.path, fragment: hash.slice(1) });
      const isCorrected = found && options.partIds?.[found.path + hash] !== undefined;
      const tail = query + (isCorrected ? `#${partOf(found.path, hash.slice(1))}` : hash);
      if (path === "") return { href: tail || page.path, url: base_url + page.path + tail };
      if (!found) {
        const absent = options.absent?.(path, page);
        const suggestion = absent === undefined ? map.suggest(path) : undefined;
        const beside = /^\/.*\.\w+$/.test(path) ? options.beside?.(decodedPath(path)) : undefined;
        const expected =
          absent !== undefined
            ? "a link to a page that is published"
            : beside !== undefined
              ? `a copy of ${beside} in the content folder`
              : "the path of a file or an address of this site";
        reportFault(
          line,
          `${kind === "image" ? "shows" : "links to"} \`${shortened(readable(href))}\`, which does not exist${absent ?? ""}`,
          suggestion && beside === undefined ? `perhaps \`${suggestion}\`` : expected,
          readable(URL.parse(path, parsingBase.slice(0, -1) + page.path)?.pathname ?? path),
        );
        return { href, url: href };
      }
      const size = kind === "image" && found.asset ? imageSizeOf(options.assetFile(found.asset)) : undefined;
      return { href: found.path + tail, url: base_url + found.path + tail, width: size?.width, height: size?.height };
    },
  };
}
