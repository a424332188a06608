/**
 * A resolved link: `href` as written in HTML, `url` absolute, and the size in pixels of an image
 * whose file is known.
 */
export interface Target {
  href: string;
  url: string;
  /**
   * Set for what a page may not load: `foreign` is an image from another origin, to which a link
   * may lead; no link may lead to what is `unsafe` (`javascript:`).
   */
  refused?: "foreign" | "unsafe" | undefined;
  /** Whether nothing is there, as far as is known before the author's templates are. */
  missing?: boolean;
  width?: number | undefined;
  height?: number | undefined;
}

/** What every image is given: its size, where that is known, and how it is loaded. */
export function imageAttributes({ width, height }: Partial<Target> = {}): [string, string][] {
  const size: [string, string][] =
    width && height
      ? [
          ["width", String(width)],
          ["height", String(height)],
        ]
      : [];
  return [...size, ["loading", "lazy"], ["decoding", "async"]];
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
  resolve(href: string, kind: "link" | "image", line: number): Target;
  /**
   * Whether a file of the content folder has this name, as `resolveName` finds it; also one that is
   * not published.
   */
  isName(name: string): boolean;
  /**
   * Resolves the name of a file, wherever in the content folder it is; undefined, and reported,
   * where there is none. An empty name is the page itself.
   * @param fragment The part of the page, decoded, or empty.
   * @param embedded Whether the file is to be shown.
   */
  resolveName(
    link: { name: string; fragment: string; embedded: boolean },
    line: number,
  ): NamedTarget | undefined;
  /** @param lenient False for what must stop every build. */
  report(line: number, problem: string, expected: string, lenient?: boolean): void;
}

/**
 * A replacement in the Markdown source. It names the text to find, because the parser keeps no
 * offsets of inline text.
 */
export interface Edit {
  /** First line (zero-based) of the block that contains it. */
  line: number;
  find: string;
  replace: string;
  /** How many occurrences of `find` come before it since the last edit, for example inside code. */
  skip: number;
}

/** State of one page while it is parsed, carried in markdown-it's `env`. */
export interface PageEnv {
  resolver: LinkResolver;
  edits: Edit[];
  /** Line of the block being parsed, and its text. */
  line: number;
  block: string;
  /**
   * Whether that text is a cell of a table, where each bar of the source has a backslash before it.
   */
  cell: boolean;
  /** Lines on which text begins or ends that is left out. */
  hidden: number[];
  /** Resolved targets by destination, for reference definitions. */
  targets: Map<string, Target>;
  /** The inline text last edited and where that edit ended in it. */
  last: { src: string; end: number };
  /** How many lines end in the block before an offset, up to which they were counted. */
  counted: { at: number; lines: number };
  /** Ids that the page has outside its headings. */
  ids: Set<string>;
  /** The page's reference definitions by their normalised labels, as the parser keeps them. */
  references?: Record<string, unknown>;
  /** How many tables have been rendered. */
  tables: number;
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
