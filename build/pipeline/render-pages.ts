import { readFileSync } from "node:fs";
import { checkClaims } from "../content/address-conflicts.ts";
import { keepPage, type Memory, stampOf } from "../content/cache.ts";
import { type Report, repeat } from "../content/diagnostics.ts";
import type { FragmentLink } from "../content/link-resolver.ts";
import type { Content } from "../content/load.ts";
import { affordancesOf, placeholder, realmOf } from "../content/make-page.ts";
import type { Page } from "../content/page.ts";
import { createRenderer, type Job, type Reading, type Scene } from "../content/page-renderer.ts";
import type { Draft } from "../content/parse-page.ts";
import { publishedSchemas } from "../documents/schemas.ts";
import { hasExamples, hasInsertions, insertInto } from "../insertions/insert.ts";
import { sha256 } from "../lib/bytes.ts";
import { schemaPath } from "../model/addresses.ts";
import { createSiteModel } from "../model/create-site-model.ts";
import { readPromises } from "../model/promises.ts";
import type { Assets, Document, Operation, SiteModelParts } from "../model/site-model.ts";
import type { Affordance } from "../schemas/realm.ts";
import type { PageWorkers } from "./page-workers.ts";

interface House {
  base_url: string;
  assets: Assets;
  catalogue: readonly Document[];
  operations: readonly Operation[];
}

/**
 * Renders every page once. Pages that restate what others say (lists, the manifesto) come second, and those that show examples of
 * documents (the API page) last: what is inserted into them is made from the pages that are ready and from placeholders of those that
 * are not.
 */
export async function readPages(
  content: Content,
  house: House,
  report: Report,
  workers: PageWorkers,
  memory?: Memory,
): Promise<SiteModelParts> {
  const { facts, drafts, gone } = content;
  const { base_url } = house;
  const scene = sceneOf(content, house);
  checkClaims(content, scene.documents, report);
  const renderer = createRenderer(scene);
  const fragments: FragmentLink[] = [];
  const affordances = new Map(
    drafts
      .filter(({ matter }) => matter.affordances)
      .map((draft) => [draft, affordancesOf(draft, renderer.around(draft, report, fragments))]),
  );
  const doable = (draft: Draft | undefined): readonly Affordance[] => (draft && affordances.get(draft)) ?? [];
  const realm = (draft: Draft): Page["realm"] => realmOf(draft, doable(draft));
  const environment = memory ? environmentOf(scene) : "";

  const ready = new Map<Draft, Page>();
  /** Renders pages, or takes them from memory where neither they nor anything they can see has changed. */
  const render = async (written: readonly [Draft, body: string][]): Promise<void> => {
    const known = written.map(([draft, body]) => remembered(memory, environment, draft, body));
    const jobs = written.flatMap(([draft, body], index): Job[] =>
      known[index] ? [] : [{ draft, body, realm: realm(draft) }],
    );
    const made = (await workers.render(scene, renderer, jobs)).values();
    for (const [index, [draft, body]] of written.entries()) {
      const reading = known[index] ?? (made.next().value as Reading);
      if (memory) keepPage(memory, { draft, body, environment, reading });
      fragments.push(...reading.fragments);
      repeat(reading.said, report);
      ready.set(draft, reading.page);
    }
  };

  const manifesto = drafts.find(({ type }) => type === "manifesto");
  const promises = manifesto
    ? readPromises(manifesto.file, manifesto.lines.promises, manifesto.matter.promises, report)
    : [];
  const greeting_affordances = [...doable(drafts.find(({ type }) => type === "greeting"))];
  const parts = (pages: Page[]): SiteModelParts => ({
    ...house,
    facts,
    pages,
    gone,
    promises,
    greeting_affordances,
    copied: [],
    templates: [],
  });

  const files = new Map(scene.assets);
  const readFile = (path: string): string | undefined => {
    const file = files.get(path);
    return file === undefined ? undefined : readFileSync(file, "utf8");
  };
  await render(drafts.filter((draft) => !hasInsertions(draft)).map((draft) => [draft, draft.body]));
  const renderWithInsertions = async (some: readonly Draft[]): Promise<void> => {
    const context = createSiteModel(
      parts(drafts.map((draft) => ready.get(draft) ?? placeholder(draft, { facts, base_url, realm: realm(draft) }))),
    );
    await render(
      some.map((draft) => [draft, insertInto(draft, { affordances: doable(draft), context, report, readFile })]),
    );
  };
  await renderWithInsertions(drafts.filter((draft) => hasInsertions(draft) && !hasExamples(draft)));
  await renderWithInsertions(drafts.filter(hasExamples));
  const pages = drafts.map((draft) => ready.get(draft) as Page);
  checkFragments(fragments, pages, report);
  return parts(pages);
}

function sceneOf({ facts, drafts, unpublished, assets }: Content, house: House): Scene {
  const place = ({ source, path, markdown_path, matter }: Draft) => ({
    source,
    path,
    markdown_path,
    aliases: matter.aliases ?? [],
  });
  return {
    facts,
    base_url: house.base_url,
    pages: drafts.map(place),
    unpublished: unpublished.map((draft) => ({ ...place(draft), file: draft.file, gone: draft.matter.gone ?? false })),
    assets: assets.map(({ path, absolute }) => [path, absolute]),
    documents: pathsOf(house),
  };
}

/** A scene as one text, in which each file stands by its state. */
function environmentOf(scene: Scene): string {
  return sha256(
    JSON.stringify({ ...scene, assets: scene.assets.map(([path, absolute]) => [path, stampOf(absolute)]) }),
  );
}

function remembered(memory: Memory | undefined, environment: string, draft: Draft, body: string): Reading | undefined {
  const known = memory?.pages.get(draft.file);
  return known && known.draft === draft && known.body === body && known.environment === environment
    ? known.reading
    : undefined;
}

/** Addresses of what the house publishes besides its pages. */
export function pathsOf({ catalogue, operations }: Pick<House, "catalogue" | "operations">): string[] {
  return [
    ...catalogue.map(({ path }) => path),
    ...publishedSchemas({ catalogue }).map(([id]) => schemaPath(id)),
    ...operations.map(({ path }) => path),
  ];
}

/** A link to a part of a page needs a heading (or anything else with an id) of that name. */
function checkFragments(links: readonly FragmentLink[], pages: readonly Page[], report: Report): void {
  const byPath = new Map(pages.map((page) => [page.path, page]));
  const ids = new Map<string, Set<string>>();
  for (const { file, line, path, fragment } of links) {
    const page = byPath.get(path);
    if (!page) continue;
    const known =
      ids.get(path) ?? new Set([...page.html.matchAll(/ (?:id|name)="([^"]+)"/g)].map(([, id]) => id as string));
    ids.set(path, known);
    if (known.has(fragment) || known.has(decodeFragment(fragment)) || page.type === "guestbook") continue;
    const near = page.headings.map(({ id }) => id);
    report.fault({
      file,
      line,
      problem: `links to #${fragment} of ${path}, which has no such part`,
      expected:
        near.length > 0
          ? `one of ${near
              .slice(0, 12)
              .map((id) => `#${id}`)
              .join(", ")}`
          : "a heading of that page",
      publishable: true,
    });
  }
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
