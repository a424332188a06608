import Prism, { type Token, type TokenStream } from "prismjs/components/prism-core.js";
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

/** Names of languages as authors write them, where the library knows them by another. */
const aliases: Readonly<Record<string, string>> = {
  jsonl: "json",
  mjs: "javascript",
  cjs: "javascript",
  jsx: "javascript",
  tsx: "typescript",
  mts: "typescript",
  zsh: "bash",
  console: "bash",
  atom: "markup",
  rss: "markup",
};

/** The few things that are told apart, and what each language's grammar calls them. What is not named stays as it is. */
const kinds: Readonly<Record<string, readonly string[]>> = {
  comment: ["comment", "prolog", "doctype", "cdata", "blockquote"],
  keyword: [
    "keyword",
    "builtin",
    "function",
    "tag",
    "selector",
    "atrule",
    "rule",
    "title",
    "bold",
    "section",
    "table",
    "important",
    "request-line",
    "response-status",
  ],
  string: [
    "string",
    "string-property",
    "template-string",
    "triple-quoted-string",
    "char",
    "regex",
    "attr-value",
    "url",
    "url-reference",
    "inserted",
    "inserted-sign",
    "code-snippet",
    "header-value",
  ],
  number: [
    "number",
    "boolean",
    "constant",
    "symbol",
    "null",
    "variable",
    "environment",
    "date",
    "datetime",
    "deleted",
    "deleted-sign",
    "value",
  ],
  term: ["property", "attr-name", "key", "parameter", "literal-property", "header-name", "header"],
  emphasis: ["italic"],
};
const kindOf = new Map(Object.entries(kinds).flatMap(([kind, types]) => types.map((type) => [type, kind])));

/** Code as HTML in which its parts have classes, or undefined for a language we do not colour. Longer code is left plain: colouring costs time that grows with it. */
export function highlight(code: string, language: string): string | undefined {
  const name = language.toLowerCase();
  const known = aliases[name] ?? name;
  const grammar = Object.hasOwn(Prism.languages, known) ? Prism.languages[known] : undefined;
  if (code.length > 10_000 || typeof grammar !== "object" || grammar === null) return undefined;
  return coloured(Prism.tokenize(code, grammar));
}

/** @param around The kind of the part that this one is in. */
function coloured(stream: TokenStream, around?: string): string {
  if (typeof stream === "string") return escape(stream);
  if (Array.isArray(stream)) return stream.map((part) => coloured(part, around)).join("");
  const kind = holdsItsOwnType(stream) ? undefined : (kindOf.get(stream.type) ?? kindOfAlias(stream));
  const inner = coloured(stream.content, kind ?? around);
  return kind === undefined || kind === around ? inner : `<span class="${kind}">${inner}</span>`;
}

function kindOfAlias({ alias }: Token): string | undefined {
  return [alias ?? []]
    .flat()
    .map((name) => kindOf.get(name))
    .find((kind) => kind !== undefined);
}

/** A tag is a token that holds the token of its name: only the inner one is shown. */
function holdsItsOwnType({ type, content }: Token): boolean {
  return Array.isArray(content) && content.some((part) => typeof part !== "string" && part.type === type);
}
