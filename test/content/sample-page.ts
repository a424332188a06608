import { addressOf, assetPath, folderPages } from "../../build/content/address.ts";
import { createAddressBook } from "../../build/content/address-book.ts";
import { createReport, type Faults } from "../../build/content/diagnostics.ts";
import type { Fault } from "../../build/content/fault.ts";
import { createLinkResolver, type FragmentLink } from "../../build/content/link-resolver.ts";
import { createLinkTargets } from "../../build/content/link-targets.ts";
import { type Rendered, renderMarkdown } from "../../build/markdown/render-markdown.ts";
import type { PageType } from "../../build/schemas/fields.ts";

export const base_url = "https://house.example";

/** A site with a few pages and files, whose page `notes/one.md` the tests render. */
const sources = [
  "index.md",
  "about.md",
  "notes/index.md",
  "notes/one.md",
  "notes/two words.md",
  "notes/über.md",
  "notes/a (b).md",
  "notes/C# notes.md",
  "a/same.md",
  "b/same.md",
];
const assets = [
  "notes/door.png",
  "images/plan (old).svg",
  ...["wheel.mp4", "wheel.vtt", "bell.ogg"].map((name) => `notes/${name}`),
];

const addresses = createAddressBook();
for (const path of ["/api/site.json", "/llms.txt", "/api/schemas/site.json"])
  addresses.claim(path, { kind: "document", name: path, path });
for (const asset of assets)
  addresses.claim(assetPath(asset), { kind: "file", name: asset, path: assetPath(asset), asset });
const isFolderPage = folderPages(sources);
const pages = sources.map((source) => ({
  source,
  ...addressOf(source, isFolderPage.has(source)),
  names: [],
}));
for (const { path, markdown_path, source } of pages) {
  addresses.claim(path, { kind: "page", name: source, path });
  addresses.claim(markdown_path, { kind: "markdown", name: source, path: markdown_path });
}
addresses.claim("/who/", { kind: "alias", name: "about.md", path: "/about/" });
/** New for each text, because the suggestions of one site are limited. */
const createTargets = () =>
  createLinkTargets(addresses, [
    ...assets.map((source) => ({ source, path: assetPath(source), names: [] })),
    ...pages,
  ]);

export interface Read extends Rendered {
  faults: readonly Fault[];
  warnings: readonly string[];
  fragments: FragmentLink[];
}

/**
 * Renders Markdown as the body of `notes/one.md` (or another page), with the faults that were
 * reported.
 */
export function read(
  body: string,
  {
    title,
    from = "notes/one.md",
    offset = 0,
    type,
  }: { title?: string; from?: string; offset?: number; type?: PageType } = {},
): Read {
  const report = createReport(false);
  const fragments: FragmentLink[] = [];
  const page = {
    source: from,
    file: from,
    path: addressOf(from, isFolderPage.has(from)).path,
    offset,
  };
  const rendered = renderMarkdown(
    body,
    title,
    createLinkResolver(page, {
      targets: createTargets(),
      base_url,
      bases: [new URL(base_url)],
      report,
      fragments,
      absenceOf: () => undefined,
      assetFile: () => undefined,
    }),
    type && { type },
  );
  try {
    report.assertFaultless();
    return { ...rendered, faults: [], fragments, warnings: report.summary().warnings };
  } catch (error) {
    return { ...rendered, faults: (error as Faults).faults, fragments, warnings: [] };
  }
}
