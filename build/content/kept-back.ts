import { posix } from "node:path";
import { globPattern } from "../lib/linear-patterns.ts";
import { yesOrNo } from "../lib/yaml.ts";
import { withoutEnding } from "./address.ts";
import type { Report } from "./diagnostics.ts";
import { cascadesThatKeepOut, keptOutElsewhere } from "./keys-that-keep-out.ts";
import type { OtherConfig } from "./other-config.ts";
import type { SourcePage } from "./parse-page.ts";

/**
 * Makes drafts of the pages that another tool keeps out although they do not say so themselves: those in a folder whose
 * page, or of a site whose settings, hand down `draft: true` (Hugo's `cascade`), and those of which Jekyll's `defaults`
 * say `published: false`. What a page itself says of this stands.
 */
export function withKeptBack(
  pages: readonly SourcePage[],
  config: OtherConfig | undefined,
  report: Report,
): readonly SourcePage[] {
  const handed = pages.flatMap(({ source, matter }) => {
    const found = cascadesThatKeepOut(matter);
    return source === null ? [] : found.map((cascade) => ({ folder: posix.dirname(source), ...cascade }));
  });
  const cascades = [...handed, ...(config?.cascades ?? []).map((each) => ({ folder: ".", ...each }))].map(
    (cascade) => ({
      ...cascade,
      isFor: cascade.target === undefined ? () => true : globPattern(cascade.target.toLowerCase(), true),
    }),
  );
  const tests = config?.keptBack ?? [];
  if (cascades.length === 0 && tests.length === 0) return pages;
  const reasonFor = ({ source, place, matter }: SourcePage): string | undefined => {
    if (source === null || matter.draft === true) return undefined;
    if (matter.draft === undefined) {
      // To Hugo the language is no part of a path.
      const names = [source, place ?? source].map((each) =>
        `/${withoutEnding(each)}`.toLowerCase().replace(/\/_?index$/, ""),
      );
      const cascade = cascades.find(
        ({ folder, isFor }) =>
          (folder === "." || source.startsWith(`${folder}/`)) && names.some((name) => isFor(name === "" ? "/" : name)),
      );
      if (cascade) return cascade.reason;
    }
    const says = yesOrNo((matter as Readonly<Record<string, unknown>>)["published"]);
    const isKeptBack = says === undefined && tests.some((test) => test(source));
    return isKeptBack ? `published: false in ${config?.file}` : undefined;
  };
  return pages.map((page) => {
    const reason = reasonFor(page);
    if (reason === undefined) return page;
    report.warn(keptOutElsewhere(reason), page.file);
    return { ...page, matter: { ...page.matter, draft: true } };
  });
}
