import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { compileFunction } from "node:vm";
import type prismLibrary from "prismjs";
import type { TokenStream } from "prismjs";
import type getLoaderFunction from "prismjs/dependencies.js";
import type { ComponentEntry, Components } from "prismjs/dependencies.js";
import { sha256 } from "../lib/bytes.ts";
import { escape } from "../lib/html.ts";
import { cachedText, memoizeText } from "../lib/once.ts";
import { readTable } from "../lib/yaml.ts";

const require = createRequire(import.meta.url);

/** The kinds of code that have a colour, with Prism's types of tokens. */
export const codeKinds = readTable<Record<string, string[]>>(
  import.meta.dirname,
  "code-colours.yaml",
);

/** The kind of code of each of Prism's types of tokens. */
const kindOfToken = new Map<string | undefined, string>(
  Object.entries(codeKinds).flatMap(([kind, types]) => types.map((type) => [type, kind])),
);

/** Everything that coloured code depends on besides the code itself. */
const maker = sha256(
  JSON.stringify([
    codeKinds,
    readFileSync(import.meta.filename, "utf8"),
    readFileSync(require.resolve("prismjs/package.json"), "utf8"),
  ]),
);

/** Longer code, in UTF-16 code units, has no colours: some grammars take quadratic time. */
const longest = 100_000;

/**
 * Code as HTML, in which each piece of a kind has a class, such as `code-comment`.
 * @param language As written after the fence: `js`, `python`.
 * @returns null if the language is unknown
 */
export function highlight(code: string, language: string): string | null {
  if (code.length > longest) return null;
  const name = language.toLowerCase();
  const html = cachedText("code", JSON.stringify([maker, name, code]), () => {
    const id = languageOf(name);
    return id === undefined ? "" : toHtml(tokenizerOf(id)(code));
  });
  return html || null;
}

/** @param kind The kind of the token around these. */
function toHtml(tokens: TokenStream, kind?: string): string {
  if (Array.isArray(tokens)) return tokens.map((token) => toHtml(token, kind)).join("");
  if (typeof tokens === "string")
    return kind ? `<span class="code-${kind}">${escape(tokens)}</span>` : escape(tokens);
  const { type, alias, content } = tokens;
  const own = [type, alias].flat().find((name) => kindOfToken.has(name));
  // Within a string or a tag these are not coloured like it.
  const isPlain = type === "punctuation" || type === "interpolation";
  return toHtml(content, own ? kindOfToken.get(own) : isPlain ? undefined : kind);
}

/** Every language that Prism knows, by Prism's own name. */
const readComponents = () => {
  const components = require("prismjs/components.js") as Components;
  const { meta, ...languages } = components["languages"] as Record<string, ComponentEntry>;
  return { components, languages };
};

/** Prism's own name of a language; undefined if Prism does not know the language. */
const languageOf = memoizeText((name) => {
  const entries = Object.entries(readComponents().languages);
  return entries.find(([id, { alias = [] }]) => [id, alias].flat().includes(name))?.[0];
});

/**
 * Splits code of a language into Prism's tokens. Each language has its own instance of the library,
 * with the languages that its code may contain: in one instance grammars change each other, and a
 * page would depend on those rendered before it.
 */
const tokenizerOf = memoizeText((id) => {
  const getLoader = require("prismjs/dependencies.js") as typeof getLoaderFunction;
  const { components, languages } = readComponents();
  const { optional = [] } = languages[id] ?? {};
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
