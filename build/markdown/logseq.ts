import { codeLines } from "./code-lines.ts";
import type { RemnantKind } from "./link-types.ts";

/** A page of Logseq without what is not text. */
interface GraphPage {
  body: string;
  title?: string;
  tags: string[];
}

/** `key:: value`, at the beginning of a page or below the text of a block. */
const property = /^[ \t]*(?:-[ \t]+)?([A-Za-z][\w/.-]*)::(?:[ \t]+(.*)|[ \t]*)$/;
const planning = /^[ \t]*(?:SCHEDULED|DEADLINE):[ \t]*<[^<>]*>[ \t]*$/;
const drawer = /^[ \t]*:(?:LOGBOOK|PROPERTIES):[ \t]*$/i;
const drawerEnd = /^[ \t]*:END:[ \t]*$/i;

/**
 * Leaves out what a graph of Logseq has beside text: properties, dates such as `SCHEDULED: <2024-01-06 Sat>`, and what
 * stands between `:LOGBOOK:` and `:END:`. Title and tags of the page are read. In code it is code, and every line keeps
 * its number.
 * @param leftOut Called for each but title and tags with its kind and zero-based line.
 */
export function readLogseq(source: string, leftOut: (kind: RemnantKind, line: number) => void): GraphPage {
  const page: GraphPage = { body: source, tags: [] };
  if (!/::|SCHEDULED:|DEADLINE:|:LOGBOOK:|:PROPERTIES:/i.test(source)) return page;
  const lines = source.split("\n");
  const code = codeLines(lines);
  let isHead = true;
  let end = 0; // of the last drawer
  let isOpen = false; // whether a drawer has no end, nor has any after it
  const body = lines.map((line, at) => {
    if (code[at]) {
      isHead = false;
      return line;
    }
    if (at < end) return "";
    const [, key = "", value = ""] = property.exec(line) ?? [];
    if (key !== "") {
      const name = isHead ? key.toLowerCase() : "";
      if (name === "title" && value.trim() !== "") page.title = value.trim();
      else if (name === "tags") page.tags.push(...tagsIn(value));
      else leftOut("property", at);
      return "";
    }
    isHead &&= line.trim() === "" && at === 0;
    if (planning.test(line)) {
      leftOut("planning", at);
      return "";
    }
    if (isOpen || !drawer.test(line)) return line;
    let below = at + 1;
    while (below < lines.length && !drawerEnd.test(lines[below] as string)) below++;
    isOpen = below === lines.length;
    if (isOpen) return line;
    end = below + 1;
    leftOut("planning", at);
    return "";
  });
  page.body = body.join("\n");
  return page;
}

/** `work, [[multi word]], #third`. */
function tagsIn(value: string): string[] {
  return value
    .split(",")
    .map((tag) =>
      tag
        .trim()
        .replace(/^#?(?:\[\[)?|\]\]$/g, "")
        .trim(),
    )
    .filter((tag) => /[\p{L}\p{N}]/u.test(tag));
}
