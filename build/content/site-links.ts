import { type LinkResolver, pathSeenFrom } from "../markdown/link-types.ts";
import type { Facts } from "../schemas/facts.ts";
import { wordsOf } from "../words/words.ts";
import { assetPath, decodedPath } from "./address.ts";
import { type AddressBook, type Claimants, createAddressBook } from "./address-book.ts";
import type { Report } from "./diagnostics.ts";
import { createLinkResolver, type FragmentLink } from "./link-resolver.ts";
import { createLinkTargets, type LinkingPage } from "./link-targets.ts";
import { reasonFor } from "./publishing-keys.ts";
import type { SourcePage } from "./read-page.ts";

/** Everything to which links may lead. */
export interface LinkContext extends Pick<Claimants, "sourcePages" | "assets"> {
  facts: Facts;
  /** Pages that have a file and are not published: drafts, and pages that are gone. */
  unpublished: readonly SourcePage[];
  /** Private files and folders of the content folder, and why; folders end with a slash. */
  withheld: readonly (readonly [path: string, why: string])[];
  base_url: string;
  /** The owner of each address. */
  addresses: AddressBook;
}

export type SiteLinks = ReturnType<typeof createSiteLinks>;

/** Prepares the resolving of links for all pages of a site. */
export function createSiteLinks(context: LinkContext) {
  const { facts, base_url, addresses, sourcePages, assets } = context;
  const files = new Map(assets.map(({ path, absolute }) => [path, absolute]));
  const copied = assets.map(({ path }) => ({ source: path, path: assetPath(path), names: [] }));
  /** Absolute path of a copied file, by its path in the content folder. */
  const assetFile = (asset: string): string | undefined => files.get(asset);
  const shared = {
    targets: createLinkTargets(addresses, [...copied, ...sourcePages]),
    base_url,
    bases: [...new Set([base_url, facts.base_url])].map((base) => new URL(base)),
    absenceOf: createAbsenceOf(context),
    assetFile,
  };
  return {
    assetFile,
    /** Resolves a page's links; faults go to `report`, links to fragments to `fragments`. */
    resolverFor: (page: SourcePage, report: Report, fragments: FragmentLink[]): LinkResolver => ({
      ...createLinkResolver(page, { ...shared, report, fragments }),
      words: wordsOf(facts)(page.matter.language ?? facts.language),
    }),
  };
}

/**
 * Explains why a file of the content folder is not published, as the rest of a sentence; undefined
 * for all other addresses.
 */
function createAbsenceOf({ unpublished, withheld }: Pick<LinkContext, "unpublished" | "withheld">) {
  const book = createAddressBook();
  for (const { path, file, keptOutBy } of unpublished) {
    const reason = keptOutBy ? reasonFor(keptOutBy) : "gone";
    book.claim(path, { kind: "page", name: `${file} is ${reason}`, path });
  }
  const targets = createLinkTargets(book, unpublished);
  const reasons = new Map(withheld);
  return (href: string, from: LinkingPage, byName: boolean): string | undefined => {
    const found = byName ? targets.findName(href, from) : targets.find(href, from);
    if (found) return ` for readers: ${book.ownerOf(found.path)?.name}`;
    if (reasons.size === 0) return undefined;
    const place = pathsAround(href, from.source).find((each) => reasons.has(each));
    return place === undefined ? undefined : ` for readers: ${place} ${reasons.get(place)}`;
  };
}

/** A linked file and the folders around it, from the content folder on; folders end with `/`. */
function pathsAround(href: string, source: string | null): string[] {
  const path = pathSeenFrom(assetPath(source ?? ""), href) || "/";
  const segments = decodedPath(path).slice(1).replace(/\/$/, "").split("/");
  const folders = segments.map((_, index) => `${segments.slice(0, index + 1).join("/")}/`);
  return [segments.join("/"), ...folders];
}
