import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { compileFunction } from "node:vm";
import type prismLibrary from "prismjs";
import type { TokenStream } from "prismjs";
import type getLoaderFunction from "prismjs/dependencies.js";
import type { ComponentEntry, Components } from "prismjs/dependencies.js";
import { escape } from "../lib/html.ts";
import { memoizeText } from "../lib/once.ts";

const require = createRequire(import.meta.url);

/** What has a colour of its own in code, and which of Prism's tokens are of that kind. */
const kinds = {
  comment: "comment prolog doctype cdata shebang coord",
  keyword: "keyword atrule tag selector important rule deleted",
  value: "string char attr-value regex url number boolean inserted",
  name: "function class-name builtin property attr-name constant symbol variable header-name",
};
const kindOf = new Map<string | undefined, string>(
  Object.entries(kinds).flatMap(([kind, types]) => types.split(" ").map((type) => [type, kind])),
);

/** Longer code, in UTF-16 code units, has no colours: some grammars take quadratic time. */
const longest = 100_000;

/**
 * Code as HTML, in which each piece of a kind has a class, such as `code-comment`.
 * @param language As it stands behind the fence: `js`, `python`.
 * @returns null where the language is not known.
 */
export function highlight(code: string, language: string): string | null {
  const tokenize = code.length > longest ? null : tokenizerOf(language.toLowerCase());
  return tokenize === null ? null : toHtml(tokenize(code));
}

/** @param kind That of the token around these. */
function toHtml(tokens: TokenStream, kind?: string): string {
  if (Array.isArray(tokens)) return tokens.map((token) => toHtml(token, kind)).join("");
  if (typeof tokens === "string")
    return kind ? `<span class="code-${kind}">${escape(tokens)}</span>` : escape(tokens);
  const { type, alias, content } = tokens;
  const own = [type, alias].flat().find((name) => kindOf.has(name));
  // Within a string or a tag these are no part of it.
  const isPlain = type === "punctuation" || type === "interpolation";
  return toHtml(content, own ? kindOf.get(own) : isPlain ? undefined : kind);
}

/**
 * What splits code of a language into Prism's tokens; null where there is no such language. Each
 * language has an instance of the library to itself, with what can stand in its code: loaded into
 * one instance, grammars change each other, and a page would depend on those rendered before it.
 */
const tokenizerOf = memoizeText((language) => {
  const components = require("prismjs/components.js") as Components & {
    languages: Record<string, ComponentEntry>;
  };
  const getLoader = require("prismjs/dependencies.js") as typeof getLoaderFunction;
  const [id, { optional = [] }] = Object.entries(components.languages).find(
    ([id, { alias = [] }]) => id !== "meta" && [id, alias].flat().includes(language),
  ) ?? ["", {}];
  if (id === "") return null;
  const run = (part: string, scope: object) => {
    const file = require.resolve(`prismjs/components/prism-${part}.js`);
    const text = readFileSync(file, "utf8");
    compileFunction(text, Object.keys(scope), { filename: file })(...Object.values(scope));
  };
  // Without `global`, because there may be another instance that an author's plugin uses.
  const module = { exports: {} as typeof prismLibrary };
  run("core", { module, global: undefined });
  const { exports: Prism } = module;
  const hasMarkup = getLoader(components, [id]).getIds().includes("markup");
  const embedded = [hasMarkup ? ["markup", "css", "javascript"] : [], optional].flat();
  for (const each of getLoader(components, [...embedded, id]).getIds()) run(each, { Prism });
  return (code: string) => Prism.tokenize(code, Prism.languages[id] ?? {});
});
