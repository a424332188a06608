declare module "markdown-it-deflist" {
  import type { MarkdownIt } from "markdown-it";

  const plugin: (md: MarkdownIt) => void;
  export default plugin;
}
declare module "markdown-it-footnote" {
  import type { MarkdownIt } from "markdown-it";

  const plugin: (md: MarkdownIt) => void;
  export default plugin;
}
declare module "markdown-it-task-lists" {
  import type { MarkdownIt } from "markdown-it";

  const plugin: (md: MarkdownIt, options?: { enabled?: boolean; label?: boolean }) => void;
  export default plugin;
}
declare module "@11ty/eleventy-plugin-rss/src/dateRfc3339.js" {
  /** RFC 3339 with seconds, in UTC. */
  export default function dateToRfc3339(date: Date): string;
}
declare module "js-yaml" {
  export const CORE_SCHEMA: unique symbol;
  export class YAMLException extends Error {
    reason: string;
    mark?: { line: number; column: number };
  }
  /** The first document of a YAML text. Throws YAMLException. */
  export function load(text: string, options: { schema: typeof CORE_SCHEMA }): unknown;
}
declare module "prismjs/components/prism-core.js" {
  export interface Token {
    type: string;
    content: TokenStream;
    alias?: string | string[];
  }
  export type TokenStream = string | Token | (string | Token)[];
  const Prism: {
    /** Grammars by the names of languages; some functions besides. */
    languages: Record<string, unknown>;
    tokenize(code: string, grammar: object): TokenStream;
  };
  export default Prism;
}
