import type { Token } from "markdown-it";
import type { TargetKind } from "../lib/html-effects.ts";
import type { Words } from "../lib/phrases.ts";

/** A resolved link: `href` as in HTML, `url` absolute, the size in pixels of an image, if known. */
export interface Target {
  href: string;
  url: string;
  /**
   * Set if a page may not load it: `foreign` for an image or film from another origin, which may be
   * linked; `unsafe` for addresses that may not even be linked (`javascript:`).
   */
  refused?: "foreign" | "unsafe" | undefined;
  /** Whether nothing is there, unless an author's template makes it. */
  missing?: boolean;
  width?: number | undefined;
  height?: number | undefined;
}

/** Attributes of every image: its size, if known, and how it is loaded. */
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
 * Resolves the links and images of one page while it is rendered, receives its faults, and has its
 * words. `line` is zero-based in the body.
 */
export interface LinkResolver {
  /** The words of the page's language; by default English. */
  words?: Words;
  resolve(href: string, kind: TargetKind, line: number): Target;
  /** Whether `resolveName` finds a file by this name in the content folder, published or not. */
  isName(name: string): boolean;
  /**
   * Resolves the name of a file anywhere in the content folder; a missing one is reported, and
   * undefined. An empty name is the page itself.
   * @param heading The words of a heading there, or another fragment, or empty.
   * @param embedded Whether the file is to be shown.
   */
  resolveName(
    link: { name: string; heading: string; embedded: boolean },
    line: number,
  ): NamedTarget | undefined;
  /** Whether anything on this site has an address, which may contain spaces. */
  exists(address: string): boolean;
  /** Warns, once for all pages, with all places. */
  warn(line: number, text: string): void;
  /** @param lenient False for a fault that must stop every build. */
  report(line: number, problem: string, expected: string, lenient?: boolean): void;
}

/** A replacement in the body of a page, from one offset to another. */
export interface Edit {
  start: number;
  end: number;
  replace: string;
}

/** A place in the body of a page: an offset and its zero-based line. */
export interface Place {
  offset: number;
  line: number;
}

/** State of one page while it is parsed, carried in markdown-it's `env`. */
export interface PageEnv {
  resolver: LinkResolver;
  /** Edits that turn the source into the twin. */
  edits: Edit[];
  /** Finds the places of a block's text, as `placesIn` does. */
  placesOf(text: string, line: number, isCell: boolean): (offset: number) => Place;
  /** Converts an offset in the text being parsed to its place in the body. */
  placeAt(offset: number): Place;
  /** Where in that text an image's words or a note begins, which the parser parses separately. */
  inset: number;
  /** Whether that text is a cell of a table. */
  isCell: boolean;
  /** The opening token of the heading whose text it is. */
  heading: Token | undefined;
  /** Whether sections are folded if their headings say so, as on the API page. */
  hasFolds: boolean;
  /** How many `<svg>` and `<math>` elements are open where the parser is. */
  depth: number;
  /** Lines on which hidden text begins or ends. */
  hidden: number[];
  /** Resolved targets by destination, for reference definitions. */
  targets: Map<string, Target>;
  /** The page's ids outside its headings. */
  ids: Set<string>;
  /** The page's reference definitions by their normalised labels, as the parser keeps them. */
  references?: Record<string, unknown>;
  /** Definitions of links and notes in the body, in order. */
  definitions: Definition[];
  /** Checks of references, which run when all definitions are known. */
  unresolved: (() => void)[];
  /** The notes that the text refers to, as the parser keeps them; one in a line has no label. */
  footnotes?: { list?: { label?: string; content?: string; count?: number; tokens?: Token[] }[] };
  /** How many tables have been rendered. */
  tables: number;
}

/** A definition of a link or note, and the edit that removes it if nothing refers to it. */
export interface Definition extends Edit {
  label: string;
  line: number;
  isUsed: boolean;
  /** The blocks of a note. */
  tokens?: Token[];
  /** Where the address of a link is, and the address itself. */
  destination?: Omit<Edit, "replace"> & { href: string };
}

/** The path to which an address leads from a place on the site; both paths are root-relative. */
export function pathSeenFrom(place: string, href: string): string {
  return isPlainPath(href)
    ? href
    : (URL.parse(href, `http://site.invalid${place}`)?.pathname ?? "");
}

/**
 * Whether an address is a path from the root that is its own `pathname`. A fast path, because
 * parsing every address of a large site takes time.
 */
export function isPlainPath(href: string): boolean {
  return /^(?:\/\w[\w.~-]*)+\/?$/.test(href);
}
