import type { Report } from "./diagnostics.ts";
import type { Content } from "./load.ts";
import type { SourcePage } from "./parse-page.ts";
import { assetPath } from "./path-encoding.ts";

/**
 * The pages without those former addresses (aliases) that cannot lead to them: each is reported, except one that the
 * author did not write as an alias. Of pages with one former address, the first keeps it.
 * @param removed Pages that are gone.
 */
export function withSoleAliases(
  sourcePages: readonly SourcePage[],
  removed: readonly SourcePage[],
  { assets }: Pick<Content, "assets">,
  documents: readonly string[],
  report: Report,
): SourcePage[] {
  if (!sourcePages.some(({ matter }) => matter.aliases)) return [...sourcePages];
  /** What each address in use belongs to, as the end of a sentence. */
  const owners = new Map<string, string>([
    ...documents.map((path): [string, string] => [path, "a document of the build"]),
    ...assets.map(({ path }): [string, string] => [assetPath(path), path]),
    ...sourcePages.map(({ markdown_path, file }): [string, string] => [markdown_path, `the Markdown of ${file}`]),
    ...removed.map(({ path, file }): [string, string] => [path, `${file}, which is gone`]),
    ...sourcePages.map(({ path, file }): [string, string] => [path, file]),
  ]);
  const former = new Map<string, SourcePage>();
  return sourcePages.map((page) => {
    const { aliases = [] } = page.matter;
    const usable = aliases.filter((alias) => isUsable(alias, page));
    return usable.length === aliases.length ? page : { ...page, matter: { ...page.matter, aliases: usable } };
  });

  function isUsable(alias: string, page: SourcePage): boolean {
    const path = encoded(alias.endsWith("/") || /\.[a-z0-9]+$/i.test(alias) ? alias : `${alias}/`);
    // The former address of the page's Markdown redirects as well.
    const addresses = path.endsWith("/") ? [path, `${path.slice(0, -1)}.md`] : [path];
    const conflict = conflictOf(alias, path, addresses, page);
    if (conflict === undefined) for (const each of addresses) former.set(each, page);
    else if (!page.former?.includes(alias))
      report.fault({
        file: page.file,
        line: page.lines.aliases,
        field: "aliases",
        problem: `${alias} ${conflict.problem}`,
        expected: conflict.expected,
        publishable: true,
      });
    return conflict === undefined;
  }

  /** Why an alias cannot lead to its page; undefined where it can. */
  function conflictOf(
    alias: string,
    path: string,
    addresses: readonly string[],
    page: SourcePage,
  ): { problem: string; expected: string } | undefined {
    if (/\*|\/:/.test(alias))
      return {
        problem: "is a pattern to the host, not an address",
        expected: "one address, without `*` and `/:`",
      };
    const expected = "an address no page has";
    if ([page.path, page.markdown_path, `${page.path}index.html`].includes(path))
      return { problem: `is the page's own ${path === page.markdown_path ? "Markdown " : ""}address`, expected };
    const asFolder = path.replace(/\/index\.html$/, "/"); // the file in which a page's HTML is
    const owner = owners.get(path) ?? owners.get(path.slice(0, -1)) ?? owners.get(asFolder);
    if (owner !== undefined) return { problem: `is the address of ${owner}`, expected };
    const earlier = addresses.map((each) => former.get(each)).find((other) => other && other !== page);
    return earlier && { problem: `is an alias of ${earlier.file} too`, expected: "an address that leads to one page" };
  }
}

/** An address percent-encoded as page paths are, however its author wrote it. */
function encoded(path: string): string {
  return new URL(path, "http://site.invalid").pathname;
}
