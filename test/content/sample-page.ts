import { addressOf } from "../../build/content/address.ts";
import { createReport, type Faults } from "../../build/content/diagnostics.ts";
import type { Fault } from "../../build/content/fault.ts";
import { createLinkResolver, type FragmentLink } from "../../build/content/link-resolver.ts";
import { createSiteMap } from "../../build/content/link-targets.ts";
import { type Rendered, renderMarkdown } from "../../build/markdown/render.ts";

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
];
const assets = ["notes/door.png", "images/plan (old).svg"];

const map = createSiteMap({
  pages: sources.map((source) => ({
    source,
    ...addressOf(source, true),
    aliases: source === "about.md" ? ["/who/"] : [],
  })),
  assets,
  documents: ["/api/site.json", "/llms.txt", "/api/schemas/site.json"],
});

export interface Read extends Rendered {
  faults: readonly Fault[];
  fragments: FragmentLink[];
}

/** Renders Markdown as the body of `notes/one.md` (or another page), with the faults that were reported. */
export function read(
  body: string,
  { title, from = "notes/one.md", offset = 0 }: { title?: string; from?: string; offset?: number } = {},
): Read {
  const report = createReport(false);
  const fragments: FragmentLink[] = [];
  const page = { source: from, file: from, path: addressOf(from, true).path, offset };
  const rendered = renderMarkdown(
    body,
    title,
    createLinkResolver(page, { map, base_url, report, fragments, assetFile: () => undefined }),
  );
  try {
    report.close();
    return { ...rendered, faults: [], fragments };
  } catch (error) {
    return { ...rendered, faults: (error as Faults).faults, fragments };
  }
}
