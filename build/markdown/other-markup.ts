import { withoutAttributeLists } from "./attribute-lists.ts";
import { withBlockIds } from "./block-ids.ts";
import { withAlerts } from "./foreign-blocks.ts";
import { withFences } from "./foreign-code.ts";
import { withoutComments } from "./foreign-comments.ts";
import type { RemnantKind } from "./link-types.ts";

/** A page's Markdown with the markup of other programs rewritten. */
interface ReadMarkup {
  body: string;
  /** What was left out, each with its zero-based line in the body. */
  left: { kind: RemnantKind; line: number }[];
}

/**
 * Rewrites what other programs put into Markdown, before it is parsed, so that each form of the page has it: code
 * between tags as fenced code, blocks that are alerts as quotations. Comments and attribute lists are left out, ids of blocks become elements. Every
 * line keeps its number. Linear in the length.
 */
export function readOtherMarkup(source: string): ReadMarkup {
  const left: ReadMarkup["left"] = [];
  const take = (kind: RemnantKind) => (line: number) => void left.push({ kind, line });
  let body = source;
  const rewrite = (found: RegExp, change: (lines: string[]) => string[]): void => {
    if (found.test(body)) body = change(body.split("\n")).join("\n");
  };
  rewrite(/\{\{[<%][ \t]*(?:highlight|code)|\{%-?[ \t]*(?:highlight|(?:end)?raw)/, withFences);
  if (body.includes("%%")) body = withoutComments(body, take("comment"));
  rewrite(/^[ \t]*(?::::|!!!|\?\?\?)/m, (lines) => withAlerts(lines));
  rewrite(/\{:/, (lines) => withoutAttributeLists(lines, take("attributes")));
  rewrite(/[ \t>]\^[\w-]+[ \t]*$|^\^/m, withBlockIds);
  return { body, left };
}
