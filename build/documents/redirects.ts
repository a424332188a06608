import type { TextDocument } from "../catalogue/document.ts";

/** Redirect rules in the host's `_redirects` syntax: addresses that pages had before, and pages that are gone. */
export const redirects: TextDocument = {
  kind: "text",
  id: "redirects",
  path: "/_redirects",
  media_type: "text/plain",
  title: "Redirect rules",
  purpose: "Redirect rules for the host.",
  group: "plumbing",
  render: ({ pages, gone }) => {
    const moved = pages.flatMap((page) =>
      page.aliases.flatMap((alias) => withAndWithoutSlash(alias).map((from) => `${from} ${page.path} 301`)),
    );
    const removed = gone
      .filter((path) => path !== "/")
      .flatMap((path) =>
        [...withAndWithoutSlash(path), `${path.slice(0, -1)}.md`].map((from) => `${from} /410.html 410`),
      );
    return [...moved, ...removed].map((line) => `${line}\n`).join("");
  },
};

function withAndWithoutSlash(path: string): string[] {
  const encoded = new URL(path, "http://site.invalid").pathname;
  if (/\.[a-z0-9]+$/i.test(encoded)) return [encoded];
  const bare = encoded.replace(/\/$/, "");
  return bare === "" ? [] : [bare, `${bare}/`];
}
