import type { MarkdownIt, Token } from "markdown-it";
import { loadLate } from "../lib/load-late.ts";

/** The emoji of GitHub by their short names, which Hugo and Jekyll know too; loaded only where a text has such a name. */
const table = loadLate<{ default: Readonly<Record<string, string>> }>("markdown-it-emoji/lib/data/full.mjs");

/** One short name or several in a row, apart from words, addresses and times such as `12:30:45`. */
const shortNames = /(?<![\p{L}\p{N}\p{M}_:/\\@=.-])(?::[a-z0-9_+-]{1,50}:)+(?![\p{L}\p{N}\p{M}_:/@=-])/gu;

/** What each of them has; looking for it first takes less time. */
const sign = /:[a-z0-9_+-]+:/;

/**
 * Shows `:rocket:` as an emoji, outside of code and of addresses that are links by themselves; a name that is not known
 * stays. The twin keeps the author's words.
 */
export function emoji(md: MarkdownIt): void {
  // Before text is joined: `\:` is still apart, and begins no name.
  md.core.ruler.before("text_join", "emoji", ({ src, tokens, Token: TokenClass }) => {
    if (!sign.test(src)) return;
    for (const token of tokens) {
      if (token.type !== "inline" || !sign.test(token.content)) continue;
      const children = token.children ?? [];
      token.children = children.flatMap((child, at) => {
        const isRole = children[at + 1]?.type === "code_inline" && child.content.endsWith(":"); // reStructuredText
        if (child.type !== "text" || isRole || child.content.includes("://")) return [child];
        return withEmoji(child, TokenClass);
      });
    }
  });
  md.renderer.rules["emoji"] = (tokens, index) => (tokens[index] as Token).content;
}

function withEmoji(text: Token, TokenClass: typeof Token): Token[] {
  const made: Token[] = [];
  const push = (type: string, content: string, markup = ""): void => {
    const token = new TokenClass(type, "", 0);
    [token.content, token.markup, token.level] = [content, markup, text.level];
    if (content !== "") made.push(token);
  };
  let done = 0;
  for (const { 0: row, index } of text.content.matchAll(shortNames)) {
    const names = row.slice(1, -1).split("::");
    const signs = names.map((name) => (Object.hasOwn(table().default, name) ? table().default[name] : undefined));
    if (signs.includes(undefined)) continue;
    push("text", text.content.slice(done, index));
    for (const [at, sign] of signs.entries()) push("emoji", String(sign), `:${names[at]}:`);
    done = index + row.length;
  }
  if (done === 0) return [text];
  push("text", text.content.slice(done));
  return made;
}
