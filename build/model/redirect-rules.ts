import type { Page } from "../content/page.ts";
import { percentDecoded } from "../lib/text.ts";

/**
 * Rules in the host's `_redirects` syntax, a line each, for former addresses and removed pages.
 * @param gone Addresses of pages that were removed for good.
 */
export function redirectRules(pages: readonly Page[], gone: readonly string[]): string {
  const moved = pages.flatMap(({ path, markdown_path, aliases }) =>
    aliases
      .map(addressesOf)
      .filter(({ html, markdown }) => !html.includes(path) && !markdown.includes(markdown_path))
      .flatMap(({ html, markdown }) => [
        ...html.map((from) => `${from} ${path} 301`),
        ...markdown.map((from) => `${from} ${markdown_path} 301`),
      ]),
  );
  const removed = gone
    .map(addressesOf)
    .flatMap(({ html, markdown }) => [...html, ...markdown].map((from) => `${from} /410.html 410`));
  return [...moved, ...removed].map((line) => `${line}\n`).join("");
}

/**
 * The old addresses of a page and of its Markdown twin, from one of them: a page's, with or without
 * trailing slash, or a file's, which is the twin's if it ends in `.md`.
 */
function addressesOf(path: string): { html: string[]; markdown: string[] } {
  const encoded = new URL(path, "http://site.invalid").pathname;
  if (/\.md$/i.test(encoded)) return { html: [], markdown: bothForms([encoded]) };
  if (/\.[a-z0-9]+$/i.test(encoded)) return { html: bothForms([encoded]), markdown: [] };
  const bare = encoded.replace(/\/$/, "");
  return bare === ""
    ? { html: [], markdown: [] }
    : { html: bothForms([bare, `${bare}/`]), markdown: bothForms([`${bare}.md`]) };
}

/**
 * Each address percent-encoded and, if decoding changes it, decoded as well: the host compares
 * rules with the decoded path, but has not always done so. Only the encoded one is given if the
 * decoded one has white space, `#`, `*`, `:` or an invisible character.
 */
function bothForms(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    const decoded = percentDecoded(path);
    return decoded === path || /[\s#*:\p{C}]/u.test(decoded) ? [path] : [path, decoded];
  });
}
