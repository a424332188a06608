import type { Page } from "../content/page.ts";
import { type Html, html, trusted } from "../lib/html.ts";

/** Longest first paragraph that is shown, in characters of its Markdown. */
const longestParagraph = 420;

/**
 * One paragraph as a page, as Markdown and as data, side by side: all three are cut out of what this build publishes.
 * @returns null where the page does not begin with a paragraph, or with one too long to be shown beside itself
 */
export function renderThreeForms(page: Page): Html | null {
  const paragraph = /^\s*<p>[\s\S]*?<\/p>/.exec(page.html)?.[0].trim();
  const source = page.markdown.split(/\n{2,}/).find((block) => /^[\p{L}\p{N}"'*_[]/u.test(block));
  if (!paragraph || !source || source.length > longestParagraph || paragraph.includes("<img")) return null;
  return html`<section class="forms" aria-labelledby="forms" data-markdown-ignore>
<h2 id="forms">One paragraph, three ways to read it</h2>
<div class="panes">
<section class="pane">
<h3><a href="${page.path}">As a page</a></h3>
<div class="pane-page"><p><strong>${page.title}</strong></p>
${trusted(paragraph)}</div>
</section>
<section class="pane">
<h3><a href="${page.markdown_path}" type="text/markdown">As Markdown</a></h3>
<pre tabindex="0"><code># ${page.title}

${source}</code></pre>
</section>
<section class="pane">
<h3><a href="/api/corpus.json" type="application/json">As data</a></h3>
<pre tabindex="0"><code>${renderRecord(page)}</code></pre>
</section>
</div>
</section>
`;
}

/** The record of a page in the corpus, on lines of their own, its two long texts cut after their first words. */
function renderRecord({ record }: Page): string {
  const { id, url, title, published, license, words, sha256, text } = JSON.parse(
    Buffer.from(record).toString("utf8"),
  ) as Record<string, unknown>;
  const shown = { id, url, title, published, license, words, sha256, text };
  const lines = Object.entries(shown).flatMap(([key, value]) => {
    if (value === undefined) return [];
    const whole = JSON.stringify(value);
    const long = key === "text" || key === "sha256";
    const end = key === "text" ? 120 : 16;
    return [`  "${key}": ${long && whole.length > end ? `${whole.slice(0, end).trimEnd()}…` : whole}`];
  });
  return `{\n${lines.join(",\n")}\n}`;
}
