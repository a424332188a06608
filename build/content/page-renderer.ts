import { type LinkResolver, pathSeenFrom } from "../markdown/link-types.ts";
import type { Facts } from "../schemas/facts.ts";
import { assetPath, decodedPath } from "./address.ts";
import { type AddressBook, type Claimants, createAddressBook } from "./address-book.ts";
import { type RecordedDiagnostic, type Report, recordDiagnostics } from "./diagnostics.ts";
import { createLinkResolver, type FragmentLink } from "./link-resolver.ts";
import { createLinkTargets, type LinkingPage } from "./link-targets.ts";
import { makePage, outlineOf } from "./make-page.ts";
import type { Outline, Page } from "./page.ts";
import { hiddenWarning, type SourcePage } from "./read-page.ts";

/** Everything that rendering depends on besides the page itself. */
export interface RenderContext extends Pick<Claimants, "sourcePages" | "assets"> {
  facts: Facts;
  /** Pages that have a file and are not published: drafts, and pages that are gone. */
  unpublished: readonly SourcePage[];
  /**
   * Private files and folders, relative to the content folder, and why; folders end with a slash.
   */
  withheld: readonly (readonly [path: string, why: string])[];
  base_url: string;
  /** Paths of pages that templates make. */
  given: ReadonlySet<string>;
  /** The owner of each address. */
  addresses: AddressBook;
}

/** A page that was rendered, and the diagnostics of its rendering. */
export interface RenderedPage {
  page: Page;
  /** Links to fragments of pages, to be checked when all pages are rendered. */
  fragments: FragmentLink[];
  diagnostics: RecordedDiagnostic[];
}

export type Renderer = ReturnType<typeof createRenderer>;

/** Renders pages in a context. */
export function createRenderer(context: RenderContext) {
  const { facts, base_url, addresses, sourcePages, assets } = context;
  const files = new Map(assets.map(({ path, absolute }) => [path, absolute]));
  const copied = assets.map(({ path }) => ({ source: path, path: assetPath(path), names: [] }));
  const shared = {
    targets: createLinkTargets(addresses, [...copied, ...sourcePages]),
    base_url,
    own: [...new Set([base_url, facts.base_url])],
    absenceOf: absences(context),
    assetFile: (asset: string) => files.get(asset),
  };
  /**
   * Resolves the links of one page; faults go to `report`, links to fragments are added to
   * `fragments`.
   */
  const resolverFor = (
    sourcePage: SourcePage,
    report: Report,
    fragments: FragmentLink[],
  ): LinkResolver => createLinkResolver(sourcePage, { ...shared, report, fragments });
  return {
    resolverFor,
    /** Absolute path of a copied file, by its path in the content folder. */
    assetFile: shared.assetFile,
    /** The outline of a page, which needs no rendering. */
    outline(sourcePage: SourcePage, realm: Page["realm"]): Outline {
      const resolver = resolverFor(sourcePage, recordDiagnostics().report, []);
      return outlineOf(sourcePage, { facts, base_url, realm, resolver });
    },
    /** @param body The page's Markdown, with everything inserted. */
    render(sourcePage: SourcePage, body: string, realm: Page["realm"]): RenderedPage {
      const { report, diagnostics } = recordDiagnostics();
      const fragments: FragmentLink[] = [];
      const resolver = resolverFor(sourcePage, report, fragments);
      const { page, hidden } = makePage(sourcePage, body, { facts, base_url, realm, resolver });
      if (hidden.length > 0) report.warn(hiddenWarning, sourcePage.file);
      return { page, fragments, diagnostics };
    },
  };
}

/**
 * Explains why a file of the content folder is not published, as the rest of a sentence; undefined
 * for all other addresses.
 */
function absences({ unpublished, withheld }: Pick<RenderContext, "unpublished" | "withheld">) {
  const book = createAddressBook();
  for (const { path, file, matter } of unpublished) {
    const name = `${file} is ${matter.gone ? "gone" : "a draft"}`;
    book.claim(path, { kind: "page", name, path });
  }
  const targets = createLinkTargets(book, unpublished);
  const reasons = new Map(withheld);
  return (href: string, from: LinkingPage, byName: boolean): string | undefined => {
    const found = byName ? targets.findName(href, from) : targets.find(href, from);
    if (found) return ` for readers: ${book.ownerOf(found.path)?.name}`;
    const place =
      reasons.size > 0 ? placesOf(href, from.source).find((each) => reasons.has(each)) : undefined;
    return place === undefined ? undefined : ` for readers: ${place} ${reasons.get(place)}`;
  };
}

/**
 * The file that a link leads to, and the folders around it, relative to the content folder; folders
 * end with a slash.
 */
function placesOf(href: string, source: string | null): string[] {
  const path = pathSeenFrom(assetPath(source ?? ""), href) || "/";
  const segments = decodedPath(path).slice(1).replace(/\/$/, "").split("/");
  const folders = segments.map((_, index) => `${segments.slice(0, index + 1).join("/")}/`);
  return [segments.join("/"), ...folders];
}
