import createParser, { type MarkdownIt, type Token } from "markdown-it";
import type { PageEnv } from "./link-types.ts";
import { plainTokens } from "./tokens.ts";

/** A tag in the text, as in Obsidian: letters, digits, `_`, `-` and `/` after a `#`, not digits alone. */
const tag = /(?<=^|\s)#(?=[\p{N}]*[^\p{N}\s])((?:[\p{L}\p{M}\p{N}\p{Extended_Pictographic}_-]|\/(?!\/|\s|$)){1,100})/gu;

/**
 * Makes links of tags that stand in the text, such as `#garden`, where the page's resolver has an address for them: not
 * in headings, links and code. Nothing is edited: the twin keeps the author's words.
 */
export function inlineTags(md: MarkdownIt): void {
  md.core.ruler.before("text_join", "inline_tags", ({ tokens, env, Token: TokenClass }) => {
    const { resolver } = env as unknown as PageEnv;
    const { tagPath } = resolver;
    if (tagPath === undefined) return;
    for (const token of tokensWithTags(tokens)) {
      const children = token.children ?? [];
      const texts = new Set(textsWithTags(children));
      token.children = children.flatMap((child) => (texts.has(child) ? linked(child, tagPath, TokenClass) : [child]));
    }
  });
}

/** Cut off before the escaped signs are joined to the text, so that `\#` begins no tag. */
const parser = new createParser({ html: true }).use(plainTokens).disable("text_join");

/** The tags in a page's Markdown, each once, as they are written. */
export function findInlineTags(body: string): string[] {
  if (body.search(tag) === -1) return [];
  const texts = [...tokensWithTags(parser.parse(body, {}))].flatMap(({ children }) => textsWithTags(children ?? []));
  return [...new Set(texts.flatMap(({ content }) => [...content.matchAll(tag)].map(([, name = ""]) => name)))];
}

/** The pieces of inline text that may have tags: not those of headings. */
function tokensWithTags(tokens: readonly Token[]): Token[] {
  return tokens.filter(
    ({ type, content }, at) => type === "inline" && content.includes("#") && tokens[at - 1]?.type !== "heading_open",
  );
}

/** The pieces of text that may have tags: not in links, and not in the middle of a word. */
function textsWithTags(children: readonly Token[]): Token[] {
  let links = 0;
  return children.filter(({ type, content }, at) => {
    if (type === "link_open" || (type === "html_inline" && /^<a[>\s]/i.test(content))) links++;
    if (type === "link_close" || (type === "html_inline" && /^<\/a\s*>/i.test(content))) links--;
    if (type !== "text" || links > 0 || !content.includes("#")) return false;
    const before = children[at - 1];
    return !content.startsWith("#") || before === undefined || /break$/.test(before.type);
  });
}

function linked(text: Token, pathOf: (name: string) => string | undefined, TokenClass: typeof Token): Token[] {
  const { content, level } = text;
  const made: Token[] = [];
  const push = (type: string, nesting: Token["nesting"], words = "", inside = 0): Token => {
    const token = new TokenClass(type, type === "text" ? "" : "a", nesting);
    [token.content, token.level] = [words, level + inside];
    made.push(token);
    return token;
  };
  let done = 0;
  for (const { 0: words, 1: name = "", index } of content.matchAll(tag)) {
    const path = pathOf(name);
    if (path === undefined) continue;
    if (index > done) push("text", 0, content.slice(done, index));
    push("link_open", 1).attrs = [
      ["rel", "tag"],
      ["href", path],
    ];
    push("text", 0, words, 1);
    push("link_close", -1);
    done = index + words.length;
  }
  if (done === 0) return [text];
  if (done < content.length) push("text", 0, content.slice(done));
  return made;
}
