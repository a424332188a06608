import type { BuiltSite } from "../../build/site.ts";
import { type Element, elementsOf } from "./markup.ts";

/** Attributes that hold an address. */
const addressed: readonly (readonly [attribute: string, elements?: string])[] = [
  ["href"],
  ["src"],
  ["poster"],
  ["action"],
  ["formaction"],
];

/** Everything an address of a built site can lead to. */
export interface Destinations {
  base_url: string;
  /** What is answered at a root-relative, decoded path. */
  answers(path: string): boolean;
  /** The fragments of the page at a path; undefined where they are not known, as in text. */
  fragments(path: string): ReadonlySet<string> | undefined;
}

export function destinationsOf({ model, files, html }: BuiltSite): Destinations {
  const operations = new Set(model.operations.map(({ path }) => path));
  const known = new Map<string, ReadonlySet<string>>();
  return {
    base_url: model.base_url,
    answers: (path) => operations.has(path) || files.has(path.endsWith("/") ? `${path}index.html` : path),
    fragments(path) {
      const page = html.get(encodeURI(path)) ?? html.get(path);
      if (page === undefined) return undefined;
      const ids =
        known.get(path) ??
        new Set(
          elementsOf(page).flatMap(({ attributes: { id, name } }) => [id, name].filter((text) => text !== undefined)),
        );
      known.set(path, ids);
      return ids;
    },
  };
}

/** Addresses of a document that lead nowhere. `at` is the document's own absolute address. */
export function linkComplaints(html: string, at: string, to: Destinations): string[] {
  return elementsOf(html).flatMap((element) =>
    addressesOf(element).flatMap((address) => addressComplaint(address, at, to)),
  );
}

function addressesOf({ attributes }: Element): string[] {
  return addressed.flatMap(([name]) => (attributes[name] === undefined ? [] : [attributes[name]]));
}

/** What is wrong with one address, seen from a document. Addresses of other sites are not looked at. */
export function addressComplaint(
  address: string,
  at: string,
  { base_url, answers, fragments }: Destinations,
): string[] {
  if (!URL.canParse(address, at)) return [`${address} is no address`];
  const url = new URL(address, at);
  if (url.origin !== new URL(base_url).origin) return [];
  const path = decodeURIComponent(url.pathname);
  if (!answers(path)) return [`${address} leads nowhere`];
  const ids = url.hash === "" ? undefined : fragments(path);
  return ids && !ids.has(decodeURIComponent(url.hash.slice(1))) ? [`${address}: there is no such part`] : [];
}

/** Every absolute address of the site inside a JSON value, templates aside. */
export function addressesIn(value: unknown, base_url: string): string[] {
  if (typeof value === "string") return value.startsWith(base_url) && !/[\s{}]/.test(value) ? [value] : [];
  if (value === null || typeof value !== "object") return [];
  return Object.values(value).flatMap((item) => addressesIn(item, base_url));
}
