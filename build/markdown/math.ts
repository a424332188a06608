import { createRequire } from "node:module";
import type katexLibrary from "katex";
import type { MarkdownIt, StateBlock, Token } from "markdown-it";
import { beginsWith, lineText } from "./block-lines.ts";
import { pageEnv } from "./links.ts";
import { recordEdit } from "./twin-edits.ts";

const require = createRequire(import.meta.url);

/** A TeX formula as MathML, which needs no scripts; undefined if KaTeX cannot read it. */
export function mathml(tex: string, display: boolean): string | undefined {
  try {
    const katex = require("katex") as typeof katexLibrary;
    const markup = katex.renderToString(tex, {
      displayMode: display,
      output: "mathml",
      throwOnError: true,
      strict: "ignore",
      trust: false,
      maxExpand: 500,
      maxSize: 20,
    });
    // Browsers show a single letter as a mathematical italic, a character that many fonts lack;
    // with this class the styles set the plain letter in italics.
    const formula = /<math[^]*<\/math>/
      .exec(markup)?.[0]
      .replace(/<mi>(?=\p{L}<\/mi>)/gu, '<mi class="variable">');
    // Quotation marks in text are escaped, so only attributes match: a formula that would load or
    // run something, or is styled, is refused.
    return formula === undefined || / (?:style|href|src|on[a-z]+)="/.test(formula)
      ? undefined
      : formula;
  } catch {
    return undefined;
  }
}

/**
 * `$x$` in a line, unless it may be prices: no white space just inside the dollar signs, no letter
 * or digit just outside; GitHub's form with backticks; and `$$x$$`, shown on a line of its own.
 */
const inline =
  /\$\$([^$]{1,3000})\$\$|\$`([^`\n]{1,3000})`\$|\$(?![\s$`])((?:[^$\\]|\\[^]){1,2000})(?<!\s)\$(?![\w$])/y;

/**
 * Reads formulas in TeX between dollar signs. The twin has them as they are written, the page's
 * text has their TeX. A formula that cannot be read stays text.
 */
export function formulas(md: MarkdownIt): void {
  md.inline.ruler.before("escape", "formula", (state, silent) => {
    if (state.src.charCodeAt(state.pos) !== 0x24 || /[\w$]/.test(state.src.charAt(state.pos - 1)))
      return false;
    inline.lastIndex = state.pos;
    const [written = "", own, quoted, short] = inline.exec(state.src) ?? [];
    if (written === "" || state.pos + written.length > state.posMax) return false;
    const tex = (own ?? quoted ?? short ?? "").trim();
    const markup = tex === "" ? undefined : mathml(tex, own !== undefined);
    if (markup === undefined) {
      // The twin has other addresses, with which it might be readable, so it is escaped there.
      if (!silent && /\]\(|\[\[|</.test(written))
        recordEdit(pageEnv(state), state.pos, state.pos + 1, "\\$");
      return false;
    }
    if (!silent)
      Object.assign(state.push("formula", "math", 0), { content: tex, meta: { mathml: markup } });
    state.pos += written.length;
    return true;
  });
  md.block.ruler.before("fence", "formula_block", readBlock, {
    alt: ["paragraph", "reference", "blockquote", "list"],
  });
  const formula = (tokens: readonly Token[], index: number): string =>
    (tokens[index]?.meta as { mathml: string } | null)?.mathml ?? "";
  md.renderer.rules["formula"] = formula;
  md.renderer.rules["formula_block"] = (tokens, index) => `${formula(tokens, index)}\n`;
}

/** A formula from `$$` at the start of a line to `$$` at the end of one, without an empty line. */
function readBlock(state: StateBlock, start: number, end: number, silent: boolean): boolean {
  if (!beginsWith("$$", state, start)) return false;
  const lines: string[] = [];
  for (let number = start; ; number++) {
    const line = number < end ? lineText(state, number) : "";
    if (line === "" || (state.sCount[number] ?? 0) < state.blkIndent || lines.length > 200)
      return false;
    lines.push(line);
    if (line.endsWith("$$") && (number > start || line.length > 4)) break;
  }
  const tex = lines.join("\n").slice(2, -2).trim();
  if (tex === "" || tex.includes("$$")) return false;
  const markup = mathml(tex, true);
  if (markup === undefined) return false;
  if (silent) return true;
  state.line = start + lines.length;
  const token = { content: tex, meta: { mathml: markup }, map: [start, state.line] };
  Object.assign(state.push("formula_block", "math", 0), token);
  return true;
}
