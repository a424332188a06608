import type { SiteModel } from "../model/site-model.ts";

/** A heading of level three and its content, up to the next of that level or a higher one. */
const section =
  /<h3 id="([\w-]+)">([^]*?)(?: <a class="anchor"[^>]*><\/a>)?<\/h3>\n([^]*?)(?=<h[23][ >]|$)/g;

/** The beginning of an endpoint: a paragraph with method and path, and one with its purpose. */
const beginning = /^<p>(.*)<\/p>\n<p>(.*)<\/p>\n/;

/**
 * The HTML of the API page with its endpoints folded, and so the code for first steps in each
 * language (`with-curl`, `with-python`). The page's Markdown (build/insertions/api-reference.ts)
 * has plain headings, tables and code, so its twin reads well; only the HTML is folded, and no word
 * changes. An id is inside its fold, because browsers then open the fold for a link to that id
 * (HTML Standard, section 7.4.6.4).
 */
export function foldReference(html: string, { catalogue, operations }: SiteModel): string {
  const folded = new Set([
    "problem", // where the fields of an error are described
    ...catalogue.filter(({ group }) => group === "api").map(({ id }) => id),
    ...operations.map(({ id }) => id),
  ]);
  return html.replace(section, (written, id: string, title: string, content: string) =>
    folded.has(id) || id.startsWith("with-") ? fold(id, title, content) : written,
  );
}

function fold(id: string, title: string, content: string): string {
  const [start = "", call, purpose] = beginning.exec(content) ?? [];
  const asked = `\n<span class="call">${call}</span>\n<span class="purpose">${purpose}</span>`;
  return `<details class="fold">
<summary><h3>${title}</h3>${start && asked}</summary>
<div class="inside" id="${id}">
${content.slice(start.length)}</div>
</details>
`;
}
