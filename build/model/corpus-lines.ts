import type { Page } from "../content/page.ts";
import { byteLengthOf, digestOf } from "../lib/bytes.ts";
import type { SiteModel } from "./site-model.ts";

/** The corpus as JSON Lines: its file, its lines and the digest it is named by. */
export interface JsonLines {
  path: string;
  lines: readonly Uint8Array[];
  bytes: number;
  sha256: string;
}

const known = new WeakMap<SiteModel, JsonLines>();

/** The corpus's lines and the digest they are named by, which several documents tell. */
export function jsonLines(context: SiteModel): JsonLines {
  const made = known.get(context) ?? linesOf(context.pages);
  known.set(context, made);
  return made;
}

function linesOf(pages: readonly Page[]): JsonLines {
  const lines = pages.map(({ record }) => record);
  const digest = digestOf(lines);
  return { path: `/corpus/${digest}.jsonl`, lines, bytes: byteLengthOf(lines), sha256: digest };
}
