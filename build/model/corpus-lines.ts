import type { Page } from "../content/page.ts";
import { byteLengthOf, digestOf } from "../lib/bytes.ts";
import type { SiteModel } from "./site-model.ts";

/** The corpus as JSON Lines: the address of its file, its lines, size in bytes and the digest in its name. */
interface JsonLines {
  path: string;
  lines: readonly Uint8Array[];
  bytes: number;
  sha256: string;
}

const made = new WeakMap<SiteModel, JsonLines>();

/** The corpus as JSON Lines, which several documents name; made once for each site model. */
export function jsonLines(site: SiteModel): JsonLines {
  const lines = made.get(site) ?? linesOf(site.pages);
  made.set(site, lines);
  return lines;
}

function linesOf(pages: readonly Page[]): JsonLines {
  const lines = pages.map(({ record }) => record);
  const digest = digestOf(lines);
  return { path: `/corpus/${digest}.jsonl`, lines, bytes: byteLengthOf(lines), sha256: digest };
}
