import type { Token } from "markdown-it";
import { readTable } from "../lib/yaml.ts";
import type { LinkResolver } from "./link-types.ts";

/** Markup of other programs, which stays in the page as written, by its names in messages. */
const patterns = Object.entries(
  readTable<Record<string, string>>(import.meta.dirname, "unread-markup.yaml"),
).map(([name, pattern]) => [name, new RegExp(pattern, "m")] as const);

/** Signs without which a text has none of it: `{%` of comments, and the first in each name. */
const signs = ["{%", ...patterns.map(([name]) => /[^\w\s]+/.exec(name)?.[0] ?? name)];
const anySign = new RegExp([...new Set(signs)].map(RegExp.escape).join("|"));

/** A comment of a template language, whose text another program would never publish. */
const hiddenElsewhere = /(?<!\\)\{%-?[ \t]*comment[ \t]*-?%\}/;

/**
 * Warns about such markup outside a page's code. A comment in a template language is a fault,
 * because its text must not be published, and only text marked with `%%` is left out of pages.
 */
export function reportUnreadMarkup(tokens: readonly Token[], { warn, report }: LinkResolver): void {
  const found = new Set<string>();
  for (const { type, content, map, children } of tokens) {
    if (type !== "inline" && type !== "html_block") continue;
    if (!anySign.test(content)) continue;
    const line = map?.[0] ?? 0;
    // Without code and hidden text.
    const hides = content.includes("%%");
    const text = children?.some((child) => hides || child.type === "code_inline")
      ? children
          .map((child) => (child.type === "code_inline" ? " " : child.content || "\n"))
          .join("")
      : content;
    for (const [name, pattern] of patterns) {
      if (found.has(name) || !pattern.test(text)) continue;
      found.add(name);
      warn(line, `\`${name}\` is not read here and shown as it is written`);
    }
    const problem = "has a comment of a template language, which would be published";
    if (hiddenElsewhere.test(text)) report(line, problem, "`%%` around it", false);
  }
}
