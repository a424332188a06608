import { readFileSync } from "node:fs";
import type { PageCache } from "../content/cache.ts";
import { type Report, replayDiagnostics } from "../content/diagnostics.ts";
import type { FragmentLink } from "../content/link-resolver.ts";
import type { Content } from "../content/load.ts";
import { affordancesOf, realmOf } from "../content/make-page.ts";
import type { Outline, Page } from "../content/page.ts";
import type { SourcePage } from "../content/read-page.ts";
import { createRenderer, type RenderContext, type RenderedPage } from "../content/renderer.ts";
import type { Section } from "../content/sections.ts";
import { hasExamples, hasInsertions, insertInto } from "../insertions/insert.ts";
import { sha256 } from "../lib/bytes.ts";
import { stampOf } from "../lib/file-system.ts";
import { countOf } from "../lib/text.ts";
import { createSiteModel, createSiteOutline } from "../model/create-site-model.ts";
import { readPromises } from "../model/promises.ts";
import type { SiteModel, SiteModelParts, SiteOutline } from "../model/site-model.ts";
import type { Affordance } from "../schemas/fields.ts";
import { checkParts } from "./site-checks.ts";

/** What is known of the site besides its pages before they are rendered. */
type FixedParts = Pick<
  SiteModelParts,
  "sections" | "tags" | "feeds" | "assets" | "catalogue" | "operations"
>;

/**
 * Renders every page. Pages with generated parts (lists, the manifesto) come second, made from
 * the pages that are ready and from outlines of those that are not. Those that show examples of
 * documents (the API page) come last.
 * @param memory What an earlier build rendered.
 */
export function renderPages(
  context: RenderContext & Pick<Content, "gone">,
  fixed: FixedParts,
  report: Report,
  memory?: PageCache,
): SiteModelParts {
  const { facts, base_url, sourcePages, gone, assets } = context;
  const environment = memory ? environmentOf(context) : "";
  const kept = memory?.renderer;
  const renderer =
    kept && kept.environment === environment ? kept.renderer : createRenderer(context);
  if (memory) memory.renderer = { environment, renderer };
  const fragments: FragmentLink[] = [];
  const affordances = new Map(
    sourcePages
      .filter(({ matter }) => matter.affordances)
      .map((sourcePage) => [
        sourcePage,
        affordancesOf(sourcePage, renderer.resolverFor(sourcePage, report, fragments)),
      ]),
  );
  const affordancesFor = (sourcePage: SourcePage | undefined): readonly Affordance[] =>
    (sourcePage && affordances.get(sourcePage)) ?? [];
  const realm = (sourcePage: SourcePage): Page["realm"] =>
    realmOf(sourcePage, affordancesFor(sourcePage));

  const ready = new Map<SourcePage, Page>();
  /** How many pages have each kind of markup that is not read here. */
  const unread = new Map<string, number>();
  const renderOne = (sourcePage: SourcePage, body: string, ownBody?: string): RenderedPage => {
    const known = memory?.pages.get(sourcePage.file);
    const isSame =
      known !== undefined &&
      isSamePage(known.sourcePage, sourcePage) &&
      known.body === body &&
      known.environment === environment;
    const rendered = isSame
      ? known.rendered
      : renderer.render(sourcePage, body, realm(sourcePage), ownBody);
    memory?.pages.set(sourcePage.file, { sourcePage, body, environment, rendered });
    return rendered;
  };
  /** Renders pages, except those in memory whose text and environment did not change. */
  const render = (written: readonly [SourcePage, body: string, ownBody?: string][]): void => {
    for (const [sourcePage, body, ownBody] of written) {
      const rendered = renderOne(sourcePage, body, ownBody);
      fragments.push(...rendered.fragments);
      for (const name of rendered.unread) unread.set(name, (unread.get(name) ?? 0) + 1);
      replayDiagnostics(rendered.diagnostics, report);
      ready.set(sourcePage, rendered.page);
    }
  };

  const manifesto = sourcePages.find(({ type }) => type === "manifesto");
  const promises = manifesto
    ? readPromises(manifesto.file, manifesto.lines.promises, manifesto.matter.promises, report)
    : [];
  const parts = <P extends Outline>(pages: readonly P[]): SiteModelParts<P> => ({
    ...fixed,
    base_url,
    facts,
    pages,
    gone: gone.map(({ path }) => path),
    promises,
    greeting_affordances: [...affordancesFor(sourcePages.find(({ type }) => type === "greeting"))],
  });
  const files = new Map(assets.map(({ path, absolute }) => [path, absolute]));
  const readFile = (path: string): string | undefined => {
    const file = files.get(path);
    return file === undefined ? undefined : readFileSync(file, "utf8");
  };
  const renderInto = (some: readonly SourcePage[], model: SiteOutline | SiteModel): void =>
    render(
      some.map((sourcePage) => {
        const page = { ...sourcePage, body: listed.get(sourcePage) ?? sourcePage.body };
        const affordances = affordancesFor(sourcePage);
        const { body, ownBody } = insertInto(page, { affordances, model, report, readFile });
        return [sourcePage, body, ownBody];
      }),
    );

  /** The Markdown of pages of folders that link to nothing in their folder, with its list. */
  const listed = new Map<SourcePage, string>();
  if (facts.lists?.includes("folders") !== false)
    for (const sourcePage of sourcePages) {
      const { path, source, body } = sourcePage;
      const section = fixed.sections.get(path);
      if (!section?.entries.length || source === null || hasInsertions(sourcePage)) continue;
      const { html } = renderer.render(sourcePage, body, null).page;
      if (!leadsInto(section, html))
        listed.set(
          sourcePage,
          `${body.trimEnd()}\n\n<!-- insert: list ${path === "/" ? "front" : path} -->\n`,
        );
    }
  const inserting = sourcePages.filter((page) => hasInsertions(page) || listed.has(page));
  const withExamples = inserting.filter(hasExamples);
  const others = new Set(sourcePages).difference(new Set(inserting));
  render([...others].map((sourcePage) => [sourcePage, sourcePage.body]));
  /** A page as it is so far: one that nothing was inserted into yet has its own text alone. */
  const soFar = (sourcePage: SourcePage): Page =>
    ready.get(sourcePage) ?? renderer.render(sourcePage, sourcePage.body, realm(sourcePage)).page;
  renderInto(
    inserting.filter((sourcePage) => !hasExamples(sourcePage)),
    createSiteOutline<Outline>(
      parts(sourcePages.map((page) => ready.get(page) ?? outlineOf(soFar(page)))),
    ),
  );
  // Examples show digests of pages, which are final now but for those of the pages that show them.
  renderInto(withExamples, createSiteModel(parts(sourcePages.map(soFar))));
  const pages = sourcePages.map((sourcePage) => ready.get(sourcePage) as Page);
  checkParts(fragments, pages, report);
  for (const [name, count] of unread)
    report.warn(
      `${countOf(count, "page")} with \`${name}\`, which is not read here and shown as it is written.`,
    );
  return parts(pages);
}

/** Whether a text links to anything in a folder, or in a folder of it. */
function leadsInto({ entries }: Section, html: string): boolean {
  const links = Array.from(html.matchAll(/ href="([^"]*)/g), ([, href = ""]) => href);
  return links.some((href) => entries.some((entry) => href.startsWith(entry)));
}

/**
 * Whether a page was not read again; one that the build generates is compared by what it says of
 * itself.
 */
function isSamePage(a: SourcePage, b: SourcePage): boolean {
  return a === b || (b.list !== undefined && JSON.stringify(a) === JSON.stringify(b));
}

/** What is known of a page that is not final: nothing that depends on its whole text. */
function outlineOf({
  html,
  text,
  words,
  own_words,
  headings,
  title_id,
  twin,
  sha256,
  record,
  content_sha256,
  ...outline
}: Page) {
  return outline satisfies Outline;
}

/**
 * A digest of what pages are rendered with, in which size and time of change stand for each copied
 * file.
 */
function environmentOf({
  facts,
  base_url,
  sourcePages,
  unpublished,
  withheld,
  assets,
}: RenderContext): string {
  const placeOf = ({ source, path, names, matter }: SourcePage) => [
    source,
    path,
    names,
    matter.aliases,
    matter.gone,
  ];
  const places = [sourcePages, unpublished].map((pages) => pages.map(placeOf));
  const stamps = assets.map(({ path, absolute }) => [path, stampOf(absolute)]);
  return sha256(JSON.stringify([facts, base_url, places, withheld, stamps]));
}
