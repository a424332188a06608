import { codeLines } from "./code-lines.ts";

/** What opens a piece of code on a line of its own: a shortcode of Hugo, or a tag of Jekyll. */
const shortcode = /^([ \t]*)\{\{[<%][ \t]*(highlight|code|code-toggle)(?![\w-])([^\n]*?)(?<!\/)[>%]\}\}[ \t]*$/;
const tag = /^([ \t]*)\{%-?[ \t]*highlight[ \t]([^%\n]*)%\}[ \t]*(?:\{%-?[ \t]*raw[ \t]*-?%\}[ \t]*)?$/;
const closing =
  /^[ \t]*(?:\{\{[<%][ \t]*\/[ \t]*(highlight|code|code-toggle)[ \t]*[>%]\}\}|(?:\{%-?[ \t]*endraw[ \t]*-?%\}[ \t]*)?\{%-?[ \t]*(endhighlight)[ \t]*-?%\})[ \t]*$/;
/** Jekyll leaves what stands between as it is; it is Markdown all the same. */
const raw = /^[ \t]*\{%-?[ \t]*(?:end)?raw[ \t]*-?%\}[ \t]*$/;

/**
 * Code that stands between tags of Hugo or Jekyll, each on a line of its own, as fenced code. Every line keeps its
 * number. A tag without its counterpart stays.
 */
export function withFences(lines: readonly string[]): string[] {
  const code = codeLines(lines);
  const made = [...lines];
  let open: { at: number; indent: string; name: string; language: string } | undefined;
  for (const [at, line] of lines.entries()) {
    const [, indent = "", name = "", words = ""] = (code[at] ? null : opening(line)) ?? [];
    const closes = closing.exec(line);
    if (name !== "") open = { at, indent, name, language: languageOf(name, words) };
    else if (open && (closes?.[1] ?? closes?.[2]) === open.name) {
      const between = lines.slice(open.at + 1, at);
      const longest = between.reduce((most, each) => Math.max(most, /^[ \t]*(`*)/.exec(each)?.[1]?.length ?? 0), 2);
      const marks = open.indent + "`".repeat(longest + 1);
      made[open.at] = marks + open.language;
      made[at] = marks;
      if (open.name === "endhighlight") between.forEach((each, index) => raw.test(each) && (made[at + 1 + index] = ""));
      open = undefined;
    } else if (!open && !code[at] && raw.test(line)) made[at] = "";
  }
  return made;
}

/** The indentation of a line that opens code, the name that closes it, and the words after its own name. */
function opening(line: string): readonly (string | undefined)[] | undefined {
  const [whole, indent, words] = tag.exec(line) ?? [];
  return whole === undefined ? (shortcode.exec(line) ?? undefined) : [whole, indent, "endhighlight", words];
}

/** The language that a tag names, or the ending of the file that it names. */
function languageOf(name: string, words: string): string {
  const named = /(?:^|\s)(?:lang|language|type)=["']?([\w+#-]+)/.exec(words)?.[1];
  const first = name.endsWith("highlight") ? /^\s*["']?([\w+#-]+)["']?(?=\s|$)/.exec(words)?.[1] : undefined;
  const ending = /(?:^|\s)(?:file|filename)=["']?[^"'\s]*\.(\w+)/.exec(words)?.[1];
  return named ?? first ?? ending ?? (name === "code-toggle" ? "yaml" : "");
}
