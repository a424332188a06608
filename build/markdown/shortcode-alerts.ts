import { alertKindOf } from "./alerts.ts";
import { codeLines } from "./code-lines.ts";

/** A shortcode of Hugo alone on its line: its name, after `/` where it ends something, and its words. */
const shortcode = /^([ \t]*)\{\{[<%][ \t]*(?:(\/)[ \t]*)?([a-z]+)(?![\w-])([^\n]{0,300}?)(?<!\/)[>%]\}\}[ \t]*$/;

/** Shortcodes that say in their words which kind of alert they are. */
const general = /^(?:admonition|alert|callout|hint|notice)$/;

/** The end of a shortcode, without which there is no pair. */
export const alertShortcode = /\{\{[<%][ \t]*\/[ \t]*(?:[a-z]+)[ \t]*[>%]\}\}/;

/**
 * Pairs of shortcodes that show an alert, such as `{{% note %}}` and `{{% /note %}}`, as blocks between `:::`. Each
 * stands alone on its line; what has no counterpart stays. Every line keeps its number.
 */
export function withShortcodeAlerts(lines: readonly string[]): string[] {
  const code = codeLines(lines);
  const made = [...lines];
  const open: { at: number; name: string }[] = [];
  for (const [at, line] of lines.entries()) {
    const [, , ends = "", name = ""] = (code[at] ? null : shortcode.exec(line)) ?? [];
    if (name === "" || (!general.test(name) && alertKindOf(name) === undefined)) continue;
    if (ends === "") open.push({ at, name });
    else if (open.at(-1)?.name === name) {
      // An outer block has more colons than those in it.
      const colons = ":".repeat(3 + Math.max(0, 8 - open.length));
      const first = open.pop()?.at as number;
      made[first] = opening(lines[first] as string, colons);
      made[at] = `${/^[ \t]*/.exec(line)?.[0]}${colons}`;
    }
  }
  return made;
}

function opening(line: string, colons: string): string {
  const [, indent = "", , name = "", words = ""] = shortcode.exec(line) ?? [];
  const named = /\btitle=(?:"([^"]*)"|'([^']*)')/.exec(words);
  const others = words
    .match(/(?<==["']?|\s|^)["']?[a-z]+(?=["']?(?:\s|$))/gi)
    ?.map((word) => word.replace(/^["']/, ""));
  const kind = general.test(name) ? (others?.find((word) => alertKindOf(word) !== undefined) ?? "note") : name;
  const quoted = general.test(name) ? undefined : /^\s*(?:"([^"]*)"|`([^`]*)`)/.exec(words);
  const title = named?.[1] ?? named?.[2] ?? quoted?.[1] ?? quoted?.[2] ?? "";
  return `${indent}${colons}${kind}${title === "" ? "" : ` ${title}`}`;
}
