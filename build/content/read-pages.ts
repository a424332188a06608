import { readFileSync } from "node:fs";
import type { Assets, ContextParts } from "../context.ts";
import { createContext } from "../context.ts";
import type { Document, Operation } from "../catalogue/document.ts";
import { schemaPath } from "../catalogue/schema-address.ts";
import { publishedSchemas } from "../documents/schemas.ts";
import { hasInsertions, insertInto } from "../insertions/insert.ts";
import type { Affordance } from "../schemas/affordance.ts";
import { checkClaims } from "./claims.ts";
import { sha256 } from "./digest.ts";
import type { Report } from "./faults.ts";
import type { Content, Draft } from "./load.ts";
import { recording, repeat, stampOf, type Memory } from "./memory.ts";
import type { Page } from "./page.ts";
import { affordancesOf, makePage, placeholder, realmOf } from "./pages.ts";
import { readPromises } from "./promises.ts";
import { createSiteMap, type SiteMap } from "./site-map.ts";
import { surroundingsOf, type FragmentLink } from "./surroundings.ts";

interface House {
  base_url: string;
  assets: Assets;
  catalogue: readonly Document[];
  operations: readonly Operation[];
}

/**
 * Renders every page once. Pages that restate what others say (lists, the API page, the manifesto) come second:
 * what is inserted into them is made from the pages that are ready and from placeholders of those that are not.
 */
export function readPages(content: Content, house: House, report: Report, memory?: Memory): ContextParts {
  const { facts, drafts, gone } = content;
  const { base_url } = house;
  const fragments: FragmentLink[] = [];
  const files = new Map(content.assets.map(({ path, absolute }) => [path, absolute]));
  const documents = pathsOf(house);
  checkClaims(content, documents, report);
  const map = siteMapOf(drafts, files.keys(), documents);
  const assetFile = (asset: string) => files.get(asset);
  const shared = { map, base_url, own: [...new Set([base_url, facts.base_url])], absent: absenceOf(content.unpublished), assetFile };
  const around = (draft: Draft) => surroundingsOf(draft, { ...shared, report, fragments });
  const affordances = new Map(drafts.filter(({ matter }) => matter.affordances).map((draft) => [draft, affordancesOf(draft, around(draft))]));
  const doable = (draft: Draft | undefined): readonly Affordance[] => (draft && affordances.get(draft)) ?? [];
  const surroundings = (draft: Draft) => ({ facts, base_url, realm: realmOf(draft, doable(draft)) });
  const environment = memory ? environmentOf(content, base_url) : "";

  /** Renders a page, or takes it from memory when neither it nor anything it can see has changed. */
  const render = (draft: Draft, body: string): Page => {
    const known = memory?.pages.get(draft.file);
    if (known && known.draft === draft && known.body === body && known.environment === environment) {
      repeat(known.said, report);
      fragments.push(...known.fragments);
      return known.page;
    }
    const told = recording(report);
    const own: FragmentLink[] = [];
    const page = makePage(draft, body, { ...surroundings(draft), around: surroundingsOf(draft, { ...shared, report: told.report, fragments: own }) });
    fragments.push(...own);
    memory?.pages.set(draft.file, { draft, body, environment, page, fragments: own, said: told.said });
    return page;
  };

  const manifesto = drafts.find(({ type }) => type === "manifesto");
  const promises = manifesto ? readPromises(manifesto.file, manifesto.lineOf("promises"), manifesto.matter.promises, report) : [];
  const greeting_affordances = [...doable(drafts.find(({ type }) => type === "greeting"))];
  const parts = (pages: Page[]): ContextParts => ({ ...house, facts, pages, gone, promises, greeting_affordances });

  const readFile = (path: string): string | undefined => {
    const file = files.get(path);
    return file === undefined ? undefined : readFileSync(file, "utf8");
  };
  const ready = new Map<Draft, Page>();
  for (const draft of drafts) if (!hasInsertions(draft)) ready.set(draft, render(draft, draft.body));
  const foreseen = createContext(parts(drafts.map((draft) => ready.get(draft) ?? placeholder(draft, surroundings(draft)))));
  const pages = drafts.map((draft) => ready.get(draft) ?? render(draft, insertInto(draft, { affordances: doable(draft), context: foreseen, report, readFile })));
  checkFragments(fragments, pages, report);
  return parts(pages);
}

/** Everything a page's rendering depends on besides its own words: the facts, all addresses, and the files beside the text. */
function environmentOf({ facts, drafts, unpublished, assets }: Content, base_url: string): string {
  const addresses = drafts.map(({ source, path, matter }) => [source, path, matter.aliases]);
  return sha256(JSON.stringify([base_url, facts, addresses, unpublished.map(({ source, path, matter }) => [source, path, matter.gone]), assets.map(({ path, absolute }) => [path, stampOf(absolute)])]));
}

function siteMapOf(drafts: readonly Draft[], assets: Iterable<string>, documents: readonly string[]): SiteMap {
  return createSiteMap({
    pages: drafts.map(({ source, path, markdown_path, matter }) => ({ source, path, markdown_path, aliases: matter.aliases ?? [] })),
    assets,
    documents,
  });
}

/** Addresses of what the house publishes besides its pages. */
export function pathsOf({ catalogue, operations }: Pick<House, "catalogue" | "operations">): string[] {
  return [...catalogue.map(({ path }) => path), ...publishedSchemas({ catalogue }).map(([id]) => schemaPath(id)), ...operations.map(({ path }) => path)];
}

/** Tells why a page that has a file is not there for readers. */
function absenceOf(unpublished: readonly Draft[]): (path: string, from: { source: string | null; path: string }) => string | undefined {
  const map = createSiteMap({ pages: unpublished.map(({ source, path, markdown_path }) => ({ source, path, markdown_path, aliases: [] })), assets: [], documents: [] });
  const byPath = new Map(unpublished.map((draft) => [draft.path, draft]));
  return (path, from) => {
    const draft = byPath.get(map.find(path, from)?.path ?? "");
    return draft && ` for readers: ${draft.file} is ${draft.matter.gone ? "gone" : "a draft"}`;
  };
}

/** A link to a part of a page needs a heading (or anything else with an id) of that name. */
function checkFragments(links: readonly FragmentLink[], pages: readonly Page[], report: Report): void {
  const byPath = new Map(pages.map((page) => [page.path, page]));
  const ids = new Map<string, Set<string>>();
  for (const { file, line, path, fragment } of links) {
    const page = byPath.get(path);
    if (!page) continue;
    const known = ids.get(path) ?? new Set([...page.html.matchAll(/ (?:id|name)="([^"]+)"/g)].map(([, id]) => id as string));
    ids.set(path, known);
    if (known.has(fragment) || known.has(decodeFragment(fragment)) || page.type === "guestbook") continue;
    const near = page.headings.map(({ id }) => id);
    report.fault({ file, line, problem: `links to #${fragment} of ${path}, which has no such part`, expected: near.length > 0 ? `one of ${near.slice(0, 12).map((id) => `#${id}`).join(", ")}` : "a heading of that page", publishable: true });
  }
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
