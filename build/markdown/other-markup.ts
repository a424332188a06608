import { abbreviation, withoutAbbreviations } from "./abbreviations.ts";
import { attributeLists, withoutAttributeLists } from "./attribute-lists.ts";
import { codeLines } from "./code-lines.ts";
import { withFences } from "./code-shortcodes.ts";
import { mayHaveComments, withoutComments } from "./comments.ts";
import { withAlerts } from "./container-alerts.ts";
import { contentsMark, withoutContentsMarks } from "./contents-marks.ts";
import { withPlainHeadings } from "./heading-shortcodes.ts";
import type { RemnantKind } from "./link-types.ts";
import { markdownTag, withDedentedMarkdown } from "./markdown-in-html.ts";
import { alertShortcode, withShortcodeAlerts } from "./shortcode-alerts.ts";

/** A page's Markdown with the markup of other programs rewritten. */
interface ReadMarkup {
  body: string;
  /** What was left out, each with its zero-based line in the body. */
  left: { kind: RemnantKind; line: number }[];
}

/**
 * Rewrites what other programs put into Markdown, before it is parsed, so that each form of the page has it: code
 * between tags as fenced code, blocks that are alerts as quotations, tabs as text below their titles. Comments and attribute lists are left out, ids of
 * blocks become elements. Every line keeps its number. Linear in the length.
 * @param isInVault Whether the page is in a vault of Obsidian or Logseq, where `[[toc]]` is a link to a page.
 */
export function readOtherMarkup(source: string, isInVault = false): ReadMarkup {
  const left: ReadMarkup["left"] = [];
  const take = (kind: RemnantKind) => (line: number) => void left.push({ kind, line });
  let body = source;
  // Each match contains one of the signs. Looking for them first takes a tenth of the time.
  const rewrite = (signs: readonly string[], found: RegExp, change: (lines: string[]) => string[]): void => {
    if (signs.some((sign) => body.includes(sign)) && found.test(body)) body = change(body.split("\n")).join("\n");
  };
  const [shortcodes, tags] = [["{{<", "{{%"], ["{%"]];
  rewrite(
    [...shortcodes, ...tags],
    /\{\{[<%][ \t]*(?:highlight|code)|\{%-?[ \t]*(?:highlight|(?:end)?raw)/,
    withFences,
  );
  if (mayHaveComments(body)) body = withoutComments(body, (kind, line) => take(kind)(line));
  rewrite(shortcodes, alertShortcode, withShortcodeAlerts);
  rewrite([...shortcodes, ...tags], /^#{1,6}[ \t].*\{[{%]/m, (lines) =>
    withPlainHeadings(lines, (line, sign) => take(sign === "{%" ? "tag" : "shortcode")(line)),
  );
  rewrite([":::", "!!!", "???", "==="], /^[ \t]*(?::::|!!!|\?\?\?|===\+? ")/m, (lines) => withAlerts(lines));
  rewrite(["{"], attributeLists, (lines) => withoutAttributeLists(lines, take("attributes")));
  rewrite([" markdown"], markdownTag, withDedentedMarkdown);
  rewrite(["*["], abbreviation, (lines) => withoutAbbreviations(lines, take("abbreviation")));
  if (!isInVault)
    rewrite(["[TOC]", "[toc]", "[[toc]]", "[[TOC]]", "[[_TOC_]]"], contentsMark, (lines) =>
      withoutContentsMarks(lines, take("contents")),
    );
  rewrite(["^"], /[ \t>]\^[\w-]+[ \t]*$|^\^/m, withBlockIds);
  rewrite(["((#"], /\(\(#/, withAnchors);
  return { body, left };
}

const blockId = String.raw`\^((?=[0-9-]*[A-Za-z])[A-Za-z0-9-]+|\d{6})`;
const idAtEnd = new RegExp(`^(.*[^\\s|])[ \\t]+${blockId}[ \\t]*$`);
const idAlone = new RegExp(`^([ \\t>]*)${blockId}[ \\t]*$`);
/** What may stand before an id on a line of its own. */
const blockAbove = /^[ \t]*(?:$|>|[-*+][ \t]|\d{1,9}[.)][ \t])/;
/** What may follow the last line of a paragraph. */
const blockEnd = /^[ \t>]*(?:$|[-*+][ \t]|\d{1,9}[.)][ \t])/;

/**
 * The ids that Obsidian puts at the end of a paragraph or item, or on a line below another block, ` ^id`, as elements
 * of that id, to which links lead: `[[name#^id]]`.
 */
function withBlockIds(lines: readonly string[]): string[] {
  const code = codeLines(lines);
  return lines.map((line, at) => {
    if (code[at] || !line.includes("^") || !blockEnd.test(lines[at + 1] ?? "")) return line;
    const below = blockAbove.test(lines[at - 1] ?? "") ? idAlone.exec(line) : null;
    const [, words, name] = idAtEnd.exec(line) ?? below ?? [];
    return name === undefined ? line : `${words}<span id="^${name}"></span>`;
  });
}

/** Code in a line, or the ids of an item or heading as HashiCorp writes them, `((#id))`, with the spaces before it. */
const anchors = /((?<!`)(`+)(?!`)[^\n]*?[^`]\2(?!`))|(?<![ \t])[ \t]*\(\((#[\w.-]+(?:,[ \t]*#[\w.-]+)*)\)\)/g;

/** Such ids as elements, to which links lead. */
function withAnchors(lines: readonly string[]): string[] {
  const code = codeLines(lines);
  const elements = (ids: string): string => ids.replace(/#([\w.-]+)(?:,[ \t]*)?/g, '<span id="$1"></span>');
  return lines.map((line, at) =>
    code[at] || !line.includes("((#")
      ? line
      : line.replace(anchors, (_, span: string | undefined, __, ids: string) => span ?? elements(ids)),
  );
}
