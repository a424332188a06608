import Prism, { type TokenStream } from "prismjs/components/prism-core.js";
import "prismjs/components/prism-clike.js";
import "prismjs/components/prism-markup.js";
import "prismjs/components/prism-css.js";
import "prismjs/components/prism-javascript.js";
import "prismjs/components/prism-typescript.js";
import "prismjs/components/prism-json.js";
import "prismjs/components/prism-bash.js";
import "prismjs/components/prism-python.js";
import "prismjs/components/prism-yaml.js";
import "prismjs/components/prism-toml.js";
import "prismjs/components/prism-ini.js";
import "prismjs/components/prism-http.js";
import "prismjs/components/prism-diff.js";
import "prismjs/components/prism-markdown.js";
import { escape } from "../lib/html.ts";

/** Languages by names that authors use and the library does not know. */
const aliases: Readonly<Record<string, string>> = {
  jsonl: "json",
  mjs: "javascript",
  jsx: "javascript",
  tsx: "typescript",
  console: "bash",
};

/**
 * The classes of highlighted tokens, each with the token types of the library that have it. Other tokens get no class.
 */
const kinds: Readonly<Record<string, string>> = {
  comment: "comment prolog doctype cdata blockquote",
  string:
    "string string-property template-string triple-quoted-string char regex attr-value url url-reference " +
    "inserted inserted-sign code-snippet header-value",
  number: "number boolean constant symbol null variable environment date datetime deleted deleted-sign value",
};
const kindOf = new Map(Object.entries(kinds).flatMap(([kind, types]) => types.split(" ").map((type) => [type, kind])));

/**
 * Code as HTML whose tokens have classes; undefined for an unknown language and for code of more than 10,000
 * characters, which would take too long.
 */
export function highlight(code: string, language: string): string | undefined {
  const name = language.toLowerCase();
  const known = aliases[name] ?? name;
  const grammar = Object.hasOwn(Prism.languages, known) ? Prism.languages[known] : undefined;
  if (code.length > 10_000 || typeof grammar !== "object" || grammar === null) return undefined;
  return highlighted(Prism.tokenize(code, grammar));
}

/** @param outer The kind of the token that contains this one. */
function highlighted(stream: TokenStream, outer?: string): string {
  if (typeof stream === "string") return escape(stream);
  if (Array.isArray(stream)) return stream.map((part) => highlighted(part, outer)).join("");
  const names = [stream.type, stream.alias ?? []].flat();
  const kind = names.map((name) => kindOf.get(name)).find((known) => known !== undefined);
  const inner = highlighted(stream.content, kind ?? outer);
  return kind === undefined || kind === outer ? inner : `<span class="${kind}">${inner}</span>`;
}
