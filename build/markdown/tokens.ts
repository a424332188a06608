import type { MarkdownIt, StateBlock, StateInline, Token } from "markdown-it";

/** The parser's own class of tokens, which its package does not export. */
type TokenClass = new (type: string, tag: string, nesting: Token["nesting"]) => Token;

/**
 * Makes a parser build its tokens and inline states with plain constructors. Its own ones define each field through a
 * helper of their compiler, which took a third of the parsing time. Fields and methods are the same.
 */
export function plainTokens(md: MarkdownIt): void {
  const { Token: Original } = new md.block.State("", md, {}, []) as unknown as { Token: TokenClass };
  const Plain = plainClass(Original);

  md.block.State = class extends md.block.State {
    override Token = Plain;
    /** As the parser's own, but for the class of the token. */
    override push(type: string, tag: string, nesting: Token["nesting"]): Token {
      const token = new Plain(type, tag, nesting);
      token.block = true;
      if (nesting < 0) this.level--;
      token.level = this.level;
      if (nesting > 0) this.level++;
      this.tokens.push(token);
      return token;
    }
  } as typeof StateBlock;

  md.inline.State = plainInlineState(md.inline.State, Plain);
}

/** The state of a piece of inline text, of which a page has dozens. */
function plainInlineState(Original: typeof StateInline, Plain: TokenClass): typeof StateInline {
  function State(this: StateInline, src: string, md: MarkdownIt, env: StateInline["env"], tokens: Token[]): void {
    this.src = src;
    this.env = env;
    this.md = md;
    this.tokens = tokens;
    this.tokens_meta = Array(tokens.length);
    this.pos = 0;
    this.posMax = src.length;
    this.level = 0;
    this.pending = "";
    this.pendingLevel = 0;
    this.cache = {};
    this.delimiters = [];
    this._prev_delimiters = [];
    this.backticks = {};
    this.backticksScanned = false;
    this.linkLevel = 0;
    this.skipHtmlSpecial = false;
    this.Token = Plain;
  }
  State.prototype = Object.assign(Object.create(Original.prototype as object) as StateInline, {
    pushPending(this: StateInline): Token {
      const token = new Plain("text", "", 0);
      token.content = this.pending;
      token.level = this.pendingLevel;
      this.tokens.push(token);
      this.pending = "";
      return token;
    },
    push(this: StateInline, type: string, tag: string, nesting: Token["nesting"]): Token {
      if (this.pending) this.pushPending();
      const token = new Plain(type, tag, nesting);
      let meta: { delimiters: StateInline["delimiters"] } | undefined;
      if (nesting < 0) {
        this.level--;
        this.delimiters = this._prev_delimiters.pop() ?? [];
      }
      token.level = this.level;
      if (nesting > 0) {
        this.level++;
        this._prev_delimiters.push(this.delimiters);
        this.delimiters = [];
        meta = { delimiters: this.delimiters };
      }
      this.pendingLevel = this.level;
      this.tokens.push(token);
      this.tokens_meta.push(meta);
      return token;
    },
  });
  return State as unknown as typeof StateInline;
}

/** A class whose instances have the fields of the original's, set at once, and its methods. */
function plainClass(Original: TokenClass): TokenClass {
  function Plain(this: Token, type: string, tag: string, nesting: Token["nesting"]): void {
    this.map = null;
    this.level = 0;
    this.children = null;
    this.content = "";
    this.markup = "";
    this.info = "";
    this.block = false;
    this.hidden = false;
    this.type = type;
    this.tag = tag;
    this.attrs = null;
    this.nesting = nesting;
    this.meta = null;
  }
  Plain.prototype = Original.prototype as object;
  return Plain as unknown as TokenClass;
}
