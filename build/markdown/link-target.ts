/** Where a link leads once resolved: `href` as it stands in HTML, `url` absolute, sizes for an image whose file is known. */
export interface Target {
  href: string;
  url: string;
  /** True for what a page may not load (an image from another origin) or run (`javascript:`); `href` is then fit for a link at most. */
  refused?: boolean | undefined;
  width?: number | undefined;
  height?: number | undefined;
}

/** What the renderer asks of the site while it reads a page. `line` is zero-based in the body. */
export interface Surroundings {
  resolve(href: string, kind: "link" | "image", line: number): Target;
  complain(line: number, problem: string, expected: string): void;
}
