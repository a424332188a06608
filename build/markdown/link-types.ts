import type { Token } from "markdown-it";
import type { TargetKind } from "../lib/page-policy.ts";

/**
 * A resolved link: `href` as written in HTML, `url` absolute, and the size in pixels of an image
 * whose file is known.
 */
export interface Target {
  href: string;
  url: string;
  /**
   * Set for what a page may not load: `foreign` is an image or film from another origin, to which a
   * link may lead; no link may lead to what is `unsafe` (`javascript:`).
   */
  refused?: "foreign" | "unsafe" | undefined;
  /** Whether nothing is there, as far as is known before the author's templates are. */
  missing?: boolean;
  width?: number | undefined;
  height?: number | undefined;
}

/** What every image is given: its size, where that is known, and how it is loaded. */
export function imageAttributes({ width, height }: Partial<Target> = {}): [string, string][] {
  const size = width && height ? { width: String(width), height: String(height) } : {};
  return Object.entries({ ...size, loading: "lazy", decoding: "async" });
}

/** A file that a link in double brackets names. */
export interface NamedTarget extends Target {
  /** Whether the file is an image, which `![[…]]` shows. */
  image: boolean;
}

/**
 * Resolves the links and images of one page while it is rendered, and takes the faults found there.
 * `line` is zero-based in the body.
 */
export interface LinkResolver {
  resolve(href: string, kind: TargetKind, line: number): Target;
  /**
   * Whether a file of the content folder has this name, as `resolveName` finds it; also one that is
   * not published.
   */
  isName(name: string): boolean;
  /**
   * Resolves the name of a file, wherever in the content folder it is; undefined, and reported,
   * where there is none. An empty name is the page itself.
   * @param heading The words of a heading there, or the part of a file, or empty.
   * @param embedded Whether the file is to be shown.
   */
  resolveName(
    link: { name: string; heading: string; embedded: boolean },
    line: number,
  ): NamedTarget | undefined;
  /** Whether anything of this site has an address, which may have blanks in it. */
  exists(address: string): boolean;
  /** Warns once of what is on several pages, with the places of all. */
  warn(line: number, text: string): void;
  /** @param lenient False for what must stop every build. */
  report(line: number, problem: string, expected: string, lenient?: boolean): void;
}

/** A replacement in the body of a page, from one offset to another. */
export interface Edit {
  start: number;
  end: number;
  replace: string;
}

/** A place in the body of a page: an offset, and the zero-based line that it is in. */
export interface Place {
  offset: number;
  line: number;
}

/** State of one page while it is parsed, carried in markdown-it's `env`. */
export interface PageEnv {
  resolver: LinkResolver;
  /** Edits that make the twin of the source. */
  edits: Edit[];
  /** Finds the places of a block's text, as `placesIn` does. */
  placesOf(text: string, line: number, isCell: boolean): (offset: number) => Place;
  /** The place in the body of an offset in the text of the block being parsed. */
  placeAt(offset: number): Place;
  /** Where in that text the words of an image or a note begin, which are parsed by themselves. */
  inset: number;
  /** Whether that text is a cell of a table. */
  isCell: boolean;
  /** The opening of the heading whose text it is. */
  heading: Token | undefined;
  /** How many `<svg>` and `<math>` elements are open where the parser is. */
  depth: number;
  /** Lines on which hidden text begins or ends. */
  hidden: number[];
  /** Resolved targets by destination, for reference definitions. */
  targets: Map<string, Target>;
  /** Ids that the page has outside its headings. */
  ids: Set<string>;
  /** The page's reference definitions by their normalised labels, as the parser keeps them. */
  references?: Record<string, unknown>;
  /** Definitions of links and notes in the body, in its order. */
  definitions: Definition[];
  /** Checks of references, to be run when all definitions are known. */
  unresolved: (() => void)[];
  /** The notes that the text refers to, as the parser keeps them; one in a line has no label. */
  footnotes?: { list?: { label?: string; content?: string; count?: number; tokens?: Token[] }[] };
  /** How many tables have been rendered. */
  tables: number;
}

/**
 * A definition of a link or note in the body, and the edit that removes it if nothing refers to it.
 */
export interface Definition extends Edit {
  label: string;
  line: number;
  isUsed: boolean;
  /** The blocks of a note. */
  tokens?: Token[];
  /** Where the address of a link is, and what it is. */
  destination?: Omit<Edit, "replace"> & { href: string };
}

/** The path to which an address leads from a place of the site; both paths are root-relative. */
export function pathSeenFrom(place: string, href: string): string {
  return isPlainPath(href)
    ? href
    : (URL.parse(href, `http://site.invalid${place}`)?.pathname ?? "");
}

/**
 * Whether an address is a path from the root that is its own `pathname`. Parsing each address of a
 * large site takes time.
 */
export function isPlainPath(href: string): boolean {
  return /^(?:\/\w[\w.~-]*)+\/?$/.test(href);
}
