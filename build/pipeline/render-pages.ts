import { readFileSync } from "node:fs";
import { keepPage, type PageCache } from "../content/cache.ts";
import { type Report, replayDiagnostics } from "../content/diagnostics.ts";
import { groupedSource } from "../content/grouped-source.ts";
import type { FragmentLink } from "../content/link-resolver.ts";
import type { Content } from "../content/load.ts";
import { affordancesOf, placeholder, realmOf } from "../content/make-page.ts";
import type { Page } from "../content/page.ts";
import { createRenderer, type RenderedPage, type RenderJob } from "../content/page-renderer.ts";
import type { SourcePage } from "../content/parse-page.ts";
import { createSections } from "../content/sections.ts";
import { createTags } from "../content/tags.ts";
import { hasExamples, hasInsertions, insertInto } from "../insertions/insert.ts";
import { describeRemnants, type Remnant } from "../markdown/remnants.ts";
import { createSiteModel } from "../model/create-site-model.ts";
import { readPromises } from "../model/promises.ts";
import type { SiteModelParts } from "../model/site-model.ts";
import type { Affordance } from "../schemas/fields.ts";
import { createPartFinder } from "./fragments.ts";
import type { PageWorkers } from "./page-workers.ts";
import { environmentsOf, type FixedParts, renderContextOf } from "./render-context.ts";

/**
 * Renders every page once, and those with misspelt fragments again. Pages with generated parts (lists, the manifesto)
 * come second, and those that show examples of documents (the API page) last. Generated parts are made from the pages
 * that are ready, and from placeholders for those that are not.
 * @param fixed What is known of the site before its content is read.
 * @param memory What an earlier build rendered.
 */
export async function renderPages(
  content: Content,
  fixed: FixedParts,
  report: Report,
  workers: PageWorkers,
  memory?: PageCache,
): Promise<SiteModelParts> {
  const { facts, sourcePages, gone } = content;
  const { findsByEnd: _, ...known } = fixed;
  const { base_url } = known;
  const renderContext = renderContextOf(content, fixed);
  const { whole: environment, of: environmentFor } = memory
    ? environmentsOf(renderContext, sourcePages)
    : { whole: "", of: () => "" };
  const kept = memory?.renderer;
  const renderer = kept && kept.environment === environment ? kept.renderer : createRenderer(renderContext);
  if (memory) memory.renderer = { environment, renderer };
  const fragments: FragmentLink[] = [];
  const exactFragments: FragmentLink[] = []; // of affordances, which are not rendered again
  const remnants: Remnant[] = [];
  const affordances = new Map(
    sourcePages
      .filter(({ matter }) => matter.affordances)
      .map((sourcePage) => [
        sourcePage,
        affordancesOf(sourcePage, renderer.resolverFor(sourcePage, report, exactFragments)),
      ]),
  );
  const affordancesFor = (sourcePage: SourcePage | undefined): readonly Affordance[] =>
    (sourcePage && affordances.get(sourcePage)) ?? [];
  const realm = (sourcePage: SourcePage): Page["realm"] => realmOf(sourcePage, affordancesFor(sourcePage));

  const ready = new Map<SourcePage, Page>();
  /** What each page was rendered from, to render it again where other pages tell what its links should be. */
  const bodies = new Map<SourcePage, string>();
  /** Renders pages, except those in memory whose text and environment did not change. */
  const render = async (written: readonly [SourcePage, body: string][]): Promise<void> => {
    const known = written.map(
      ([sourcePage, body]) => memory && remembered(memory, environmentFor(body), sourcePage, body),
    );
    const jobs = written.flatMap(([sourcePage, body], index): RenderJob[] =>
      known[index] ? [] : [{ sourcePage, body, realm: realm(sourcePage) }],
    );
    const made = (await workers.render(renderContext, renderer, jobs)).values();
    for (const [index, [sourcePage, body]] of written.entries()) {
      const rendered = known[index] ?? (made.next().value as RenderedPage);
      if (memory) keepPage(memory, { sourcePage, body, environment: environmentFor(body), rendered });
      fragments.push(...rendered.fragments);
      remnants.push(...rendered.remnants);
      replayDiagnostics(rendered.diagnostics, report);
      ready.set(sourcePage, rendered.page);
      bodies.set(sourcePage, body);
    }
  };
  /** How many links each file has to parts of pages that it writes otherwise than their ids. */
  const corrected = new Map<string, number>();
  /** Renders such files again, once the ids are known. */
  const correctFragments = async (): Promise<void> => {
    const corrections = createPartFinder(ready.values()).corrections(fragments);
    if (corrections.size === 0) return;
    const jobs = [...bodies].flatMap(([sourcePage, body]): RenderJob[] => {
      const partIds = corrections.get(sourcePage.file);
      const count = Object.keys(partIds ?? {}).length;
      if (!partIds || corrected.get(sourcePage.file) === count) return [];
      corrected.set(sourcePage.file, count);
      return [{ sourcePage, body, realm: realm(sourcePage), partIds }];
    });
    const made = await workers.render(renderContext, renderer, jobs);
    for (const [index, { page }] of made.entries()) ready.set((jobs[index] as RenderJob).sourcePage, page);
  };

  const manifesto = sourcePages.find(({ type }) => type === "manifesto");
  const promises = manifesto
    ? readPromises(manifesto.file, manifesto.lines.promises, manifesto.matter.promises, report)
    : [];
  const greeting_affordances = [...affordancesFor(sourcePages.find(({ type }) => type === "greeting"))];
  const groupedPages = sourcePages.map(groupedSource);
  const grouped = { sections: createSections(groupedPages), tags: createTags(groupedPages) };
  const parts = (pages: Page[]): SiteModelParts => ({
    ...known,
    facts,
    pages,
    grouped,
    gone,
    promises,
    greeting_affordances,
    copied: [],
    templates: [],
  });

  const files = new Map(renderContext.assets);
  const readFile = (path: string): string | undefined => {
    const file = files.get(path);
    return file === undefined ? undefined : readFileSync(file, "utf8");
  };
  const inserting = new Set(sourcePages.filter(hasInsertions));
  const plain = sourcePages.filter((sourcePage) => !inserting.has(sourcePage));
  await render(plain.map((sourcePage) => [sourcePage, sourcePage.body]));
  const renderWithInsertions = async (some: readonly SourcePage[]): Promise<void> => {
    const model = createSiteModel(
      parts(
        sourcePages.map(
          (sourcePage) =>
            ready.get(sourcePage) ?? placeholder(sourcePage, { facts, base_url, realm: realm(sourcePage) }),
        ),
      ),
      { isComplete: false },
    );
    await render(
      some.map((sourcePage) => [
        sourcePage,
        insertInto(sourcePage, { affordances: affordancesFor(sourcePage), model, report, readFile }),
      ]),
    );
  };
  await renderWithInsertions([...inserting].filter((sourcePage) => !hasExamples(sourcePage)));
  // Examples show digests of pages, so those pages are final before.
  await correctFragments();
  await renderWithInsertions([...inserting].filter(hasExamples));
  await correctFragments();
  const pages = sourcePages.map((sourcePage) => ready.get(sourcePage) as Page);
  const finder = createPartFinder(pages);
  finder.check(fragments, true, report);
  finder.check(exactFragments, false, report);
  for (const warning of describeRemnants(remnants)) report.warn(warning);
  return parts(pages);
}

function remembered(
  memory: PageCache,
  environment: string,
  sourcePage: SourcePage,
  body: string,
): RenderedPage | undefined {
  const known = memory.pages.get(sourcePage.file);
  return known && known.sourcePage === sourcePage && known.body === body && known.environment === environment
    ? known.rendered
    : undefined;
}
