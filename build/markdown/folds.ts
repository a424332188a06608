import type { Token } from "markdown-it";
import { classesIn } from "./insertion-marks.ts";

/**
 * Renders tokens, with each section whose heading is `## Title {#id .fold}` as an element `details`.
 * Its summary is the heading, and the paragraphs directly after it that have a class.
 * @param render Renders tokens to HTML.
 */
export function renderWithFolds(
  tokens: readonly Token[],
  render: (tokens: readonly Token[]) => string,
): string {
  let html = "";
  let rest = tokens;
  for (;;) {
    const start = rest.findIndex((token) => isHeading(token) && token.attrGet("class") === "fold");
    const open = rest[start];
    if (!open) return html + render(rest);
    // Up to the next heading of its level or a higher one, or to the notes of the page.
    const isNext = (token: Token, at: number) =>
      at > start &&
      ((isHeading(token) && token.tag <= open.tag) || token.type === "footnote_block_open");
    const next = rest.findIndex(isNext);
    const end = next === -1 ? rest.length : next;
    html += render(rest.slice(0, start));
    html += renderFold(open, rest.slice(start + 1, end), render);
    rest = rest.slice(end);
  }
}

const isHeading = ({ type, level }: Token): boolean => type === "heading_open" && level === 0;

/**
 * The id of the heading is inside its fold, because browsers then open the fold for a link to it
 * (HTML Standard, section 7.4.6.4), and a heading without id has no link to itself.
 */
function renderFold(
  open: Token,
  [title, close, ...content]: readonly Token[],
  render: (tokens: readonly Token[]) => string,
): string {
  const id = open.attrGet("id");
  open.attrs = null;
  let summary = render([open, title as Token, close as Token]).trimEnd();
  while (content[1]?.type === "paragraph_open") {
    const name = classesIn(content[0]?.content ?? "");
    if (name === undefined) break;
    // The mark, and a paragraph of three tokens.
    const [, , words] = content.splice(0, 4);
    summary += `\n<span class="${name}">${render([words as Token])}</span>`;
  }
  return `<details class="fold">
<summary>${summary}</summary>
<div class="inside" id="${id}">
${renderWithFolds(content, render)}</div>
</details>
`;
}
