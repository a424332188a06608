import { readTemplate } from "../lib/text.ts";
import { listWithClass, tagsOnly } from "../markdown/insertion-marks.ts";
import { escapeMarkdown } from "../markdown/plain-text.ts";
import { permissionSentence } from "../model/permissions.ts";
import { type CheckRequest, checkFor } from "../model/promises.ts";
import type { SiteOutline } from "../model/site-model.ts";
import type { Affordance } from "../schemas/fields.ts";

const promise = readTemplate(import.meta.dirname, "promise.md");

/** The seven promises, each with its check: the request, the condition, and a command to paste. */
export function promises({ promises, base_url, facts }: SiteOutline): string {
  const parts = promises.map(({ number, id, title, text, check }) => {
    const { requests, holds, command } = checkFor(check, { ...facts, base_url });
    const section = `<section class="promise" aria-labelledby="${id}">`;
    const values = {
      plate: `${tagsOnly('<span class="plate">')}${number}.${tagsOnly("</span>")}`,
      id,
      title: escapeMarkdown(title),
      text,
      asked: requests.map(requestLine).join(", "),
      holds,
      command,
    };
    return `${tagsOnly(section)}\n${promise(values)}${tagsOnly("</section>")}\n`;
  });
  return parts.join("\n").trimEnd();
}

function requestLine({ method, path, headers, body, times, writes }: CheckRequest): string {
  const remarks = [
    headers?.["User-Agent"] && `as \`${headers["User-Agent"]}\``,
    headers?.["Origin"] && "from another origin",
    body && `with \`${body}\``,
    times && `${times} times`,
    writes && "which leaves an entry",
  ].filter(Boolean);
  return `\`${method} ${path}\`${remarks.length > 0 ? ` (${remarks.join(", ")})` : ""}`;
}

/** The site's permissions in a sentence, and its license. */
export function permissions({ facts }: SiteOutline): string {
  const { name, url, id } = facts.license;
  return `${permissionSentence(facts.permissions)} The license is [${escapeMarkdown(name)}](${url}) (${id}).`;
}

/** The author with a link and a mail address. */
export function contact({ facts: { author } }: SiteOutline): string {
  const name = author.url
    ? `[${escapeMarkdown(author.name)}](${author.url})`
    : escapeMarkdown(author.name);
  return author.email ? `${name}, [${escapeMarkdown(author.email)}](mailto:${author.email})` : name;
}

/**
 * The actions in a realm, one line for each affordance: `[label](address): METHOD path gives type`.
 * Addresses of other sites are shown whole.
 */
export function affordanceList(
  { base_url }: SiteOutline,
  affordances: readonly Affordance[],
): string {
  const lines = affordances.map(({ label, href, method, media_type }) => {
    const shown = href.replace(`${base_url}/`, "/");
    const way = `\`${method} ${shown}\` gives \`${media_type}\``;
    return `- [${escapeMarkdown(label)}](${href}): ${tagsOnly('<div class="way">')}${way}${tagsOnly("</div>")}`;
  });
  return listWithClass("listed", lines.join("\n"));
}
