/**
 * A resolved link: `href` as written in HTML, `url` absolute, and the size in pixels of an image whose file is known.
 */
export interface Target {
  href: string;
  url: string;
  /**
   * True for what a page may not load (an image from another origin) or run (`javascript:`); `href` may then be used
   * for a link at most.
   */
  refused?: boolean | undefined;
  width?: number | undefined;
  height?: number | undefined;
}

/**
 * Resolves the links and images of one page while it is rendered, and takes the faults found there. `line` is
 * zero-based in the body.
 */
export interface LinkResolver {
  resolve(href: string, kind: "link" | "image", line: number): Target;
  report(line: number, problem: string, expected: string): void;
}
