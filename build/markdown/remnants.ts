import type { MarkdownIt, Token } from "markdown-it";
import type { PageEnv, RemnantKind } from "./link-types.ts";

/** A kind of remnants. Those without a pattern are found by other parts of the parser. */
interface Kind {
  what: string;
  pattern?: RegExp;
  /** Each match of the pattern contains one of these, which is looked for first because that takes less time. */
  signs?: readonly string[];
}

/** What other programs would have replaced, and what they call it; each kind is told once for a whole site. */
const kinds: Record<RemnantKind, Kind> = {
  shortcode: {
    what: "shortcodes (`{{< … >}}`)",
    signs: ["{{<", "{{%"],
    pattern: /\{\{[<%](?!\s*\/)(?:(?!\{\{)[^]){0,1000}?[>%]\}\}/g,
  },
  tag: {
    what: "tags of a template language (`{% … %}`)",
    signs: ["{%"],
    pattern: /(?<!\{)\{%(?!-?\s*end)(?:(?!\{%)[^]){0,1000}?%\}/g,
  },
  expression: {
    what: "expressions of a template language (`{{ … }}`)",
    signs: ["{{"],
    pattern: /\{\{(?![<%])(?:(?!\{\{)[^]){0,1000}?\}\}/g,
  },
  block: { what: "blocks between `:::`", signs: [":::"], pattern: /^:{3,}[ \t.]*(?:\{[ \t.]*)?[a-z]/gim },
  admonition: {
    what: 'indented blocks (`!!! note`, `=== "Tab"`)',
    signs: ["!!!", "???", "==="],
    pattern: /^(?:(?:!!!|\?\?\?\+?)[ \t]+[a-z]|===\+?[ \t]+")/gim,
  },
  code: {
    what: "imports and exports of MDX",
    signs: ["import", "export"],
    pattern:
      /^(?:import\s+(?:[\w*{][^;'"]{0,300}\sfrom\s+)?["'][^"'\n]{1,300}["']|export\s+(?:const|let|default|function)\b)/gm,
  },
  // A second letter in lower case tells a component from HTML in capitals and from the `<T>` of programming languages.
  component: { what: "components (`<Name>`)", signs: ["<"], pattern: /(?<!\w)<[A-Z][a-z][\w.]*(?=[\s/>])/g },
  script: { what: "commands between `<%` and `%>`", signs: ["<%"], pattern: /<%(?:(?!<%)[^]){0,1000}?%>/g },
  include: {
    what: "inclusions of other files (`--8<--`, `<!--@include: … -->`, `@include '…'`)",
    signs: ["8<", "@include"],
    pattern: /^-+8<-|<!--\s*@include\b|^@include[ \t]+["']/gm,
  },
  extension: { what: "extensions of kramdown (`{::nomarkdown}`)", signs: ["{::"], pattern: /\{::[a-z]/gi },
  directive: {
    what: "directives of reStructuredText (`.. toctree::`)",
    signs: ["::"],
    pattern: /^\.\.[ \t]+[a-z][\w-]*::/gim,
  },
  icon: {
    what: "icons of Material for MkDocs (`:material-name:`)",
    signs: [":material-", ":fontawesome-", ":octicons-", ":simple-"],
    pattern: /:(?:material|fontawesome|octicons|simple)-[a-z0-9-]{1,80}:/g,
  },
  key: {
    what: "keys and marks of Python-Markdown (`++ctrl++`, `^^words^^`)",
    signs: ["++", "^^"],
    pattern:
      /(?<![\w+])\+\+[\w"-]{1,50}(?:\+[\w"-]{1,50}){0,9}\+\+(?![\w+])|(?<![\w^])\^\^(?![\s^])[^^\n]{1,200}\^\^(?![\w^])/g,
  },
  reference: {
    what: "references of mkdocstrings (`[Name][package.name]`)",
    signs: ["]["],
    pattern: /(?<!\w)\[[^[\]\n]{1,200}\]\[[a-z_]\w{0,99}(?:\.\w{1,100}){1,20}\]/gi,
  },
  blockReference: {
    what: "references of Logseq (`((id))`)",
    signs: ["(("],
    pattern: /\(\([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\)\)/gi,
  },
  orgBlock: { what: "blocks of Org (`#+BEGIN_NOTE`)", signs: ["#+"], pattern: /^#\+begin_[a-z]+/gim },
  alert: { what: "alerts of a kind that is not known (`> [!NAME]`), which are shown as quotations" },
  mdxCode: { what: "imports and exports of MDX, which are left out" },
  mdxComponent: { what: "components of MDX, of which only the content is shown" },
  mdxExpression: { what: "expressions of MDX (`{…}`), which are left out" },
  formula: { what: "formulas (`$$ … $$`) that cannot be read" },
  embedded: { what: "embedded pages (`![[name]]`), which are shown as links" },
  comment: { what: "comments of Obsidian (`%% … %%`), which are left out" },
  mdxComment: { what: "comments of MDX (`{/* … */}`) in `.md` files, which are left out" },
  tagComment: { what: "comments of Liquid and kramdown (`{% comment %}`, `{::comment}`), which are left out" },
  attributes: { what: "attribute lists (`{: … }`, `{ .name }`), which are left out" },
  property: { what: "properties of Logseq (`key:: value`), which are left out" },
  planning: { what: "dates and logs of Logseq (`SCHEDULED:`, `:LOGBOOK:`), which are left out" },
  abbreviation: { what: "what abbreviations stand for (`*[HTML]: …`), which is left out" },
  contents: { what: "places for a table of contents (`[TOC]`, `[[toc]]`), which are left out" },
};

/** What was found of each kind, a sentence each with how much it is and where the first is. */
export function describeRemnants(found: readonly Remnant[]): string[] {
  const byKind = Map.groupBy(found, ({ kind }) => kind);
  return (Object.keys(kinds) as RemnantKind[]).flatMap((kind) => {
    const of = byKind.get(kind);
    if (!of) return [];
    const files = new Set(of.map(({ file }) => file));
    const first = of.reduce((a, b) => (isBefore(b, a) ? b : a));
    const many = files.size === 1 ? "one file" : `${files.size} files`;
    return [`Not understood: ${kinds[kind].what}: ${of.length} in ${many}, the first in ${first.file}:${first.line}.`];
  });
}

function isBefore(a: Remnant, b: Remnant): boolean {
  return a.file === b.file ? a.line < b.line : a.file < b.file;
}

/** Something in a page that was not understood; `line` is one-based in the file. */
export interface Remnant {
  kind: RemnantKind;
  file: string;
  line: number;
}

/** The kinds that are found by a pattern. */
const patterns = (Object.entries(kinds) as [RemnantKind, Kind][]).flatMap(([kind, { pattern, signs }]) =>
  pattern && signs ? [{ kind, pattern, signs }] : [],
);

/** Those of which a text may have any: looking for their signs is much faster than for the patterns. */
function possible(among: typeof patterns, text: string): typeof patterns {
  return among.filter(({ signs }) => signs.some((sign) => text.includes(sign)));
}

/** Finds what other programs would have replaced, wherever it is in a page's text outside of code. */
export function remnants(md: MarkdownIt): void {
  // Before pieces of text are joined: characters that were escaped on purpose are still apart.
  md.core.ruler.before("text_join", "remnants", (state) => {
    const onPage = possible(patterns, state.src);
    if (onPage.length === 0) return;
    const { resolver } = state.env as unknown as PageEnv;
    let line = 0;
    for (const token of state.tokens) {
      if (token.map) line = token.map[0];
      if (token.type !== "inline" && token.type !== "html_block") continue;
      const here = possible(onPage, token.content);
      if (here.length === 0) continue; // most have nothing of the kind, and their text need not be made
      const text = token.type === "inline" ? wordsAndTags(token.children ?? []) : withoutComments(token.content);
      for (const { kind, pattern } of possible(here, text))
        for (const below of linesOf(pattern, text)) resolver.remnant(kind, line + below);
    }
  });
}

/** The zero-based lines on which matches of a pattern begin. Each character is read once to count them. */
function linesOf(pattern: RegExp, text: string): number[] {
  let [line, counted] = [0, 0];
  return [...text.matchAll(pattern)].map(({ index }) => {
    for (; counted < index; counted++) if (text.charCodeAt(counted) === 0x0a) line++;
    return line;
  });
}

/** Inline text with its tags and line ends, a space for each piece of code and for each escaped character. */
function wordsAndTags(children: readonly Token[]): string {
  return children
    .map(({ type, content }) => {
      if (type === "text") return content;
      if (type === "html_inline") return withoutComments(content);
      return type === "softbreak" || type === "hardbreak"
        ? "\n"
        : type.endsWith("_open") || type.endsWith("_close")
          ? ""
          : " ";
    })
    .join("");
}

/** Markup without its comments, except those that name a file to include. One without an end is all that follows. */
function withoutComments(markup: string): string {
  return markup.replace(/<!--(?!\s*@include\b)[^]*?(?:-->|$)/g, (comment) => comment.replace(/[^\n]+/g, ""));
}
