import { say } from "../lib/phrases.ts";
import { readTemplate } from "../lib/text.ts";
import { markLanguage, sayMarkdown, tagsOnly, withClass } from "../markdown/insertion-marks.ts";
import { escapeMarkdown } from "../markdown/plain-text.ts";
import { permissionSentence } from "../model/permissions.ts";
import { type CheckRequest, checkFor } from "../model/promises.ts";
import type { SiteOutline } from "../model/site-model.ts";
import type { Affordance } from "../schemas/fields.ts";

const promise = readTemplate(import.meta.dirname, "promise.md");

/** The seven promises, each with its check: the request, the condition, and a command to paste. */
export function promiseSections({ promises, base_url, facts }: SiteOutline): string {
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
export function permissions({ facts, words }: SiteOutline): string {
  const { name, url, id } = facts.license;
  const license = `[${markLanguage(escapeMarkdown(name), facts.language, words)}](${url}) (${id})`;
  const spoken = words.english.includes("permission.granted") ? "en" : words.language;
  const sentence = markLanguage(permissionSentence(facts.permissions, words), spoken, words);
  return `${sentence} ${sayMarkdown(words, "permission.license", { license })}`;
}

/** The author with a link and a mail address. */
export function contact({ facts: { author, language }, words }: SiteOutline): string {
  const written = markLanguage(escapeMarkdown(author.name), language, words);
  const name = author.url ? `[${written}](${author.url})` : written;
  if (!author.email) return name;
  return `${name}${say(words, "text.comma")}[${escapeMarkdown(author.email)}](mailto:${author.email})`;
}

/**
 * The actions in a realm, one line for each affordance: `[label](address): METHOD path gives type`.
 * Addresses of other sites are shown whole.
 */
export function affordanceList(
  { base_url, words }: SiteOutline,
  affordances: readonly Affordance[],
): string {
  const lines = affordances.map(({ label, href, method, media_type }) => {
    const shown = href.replace(`${base_url}/`, "/");
    const values = { call: `\`${method} ${shown}\``, type: `\`${media_type}\`` };
    const way = sayMarkdown(words, "list.action", values);
    return `- [${escapeMarkdown(label)}](${href}): ${tagsOnly('<div class="way">')}${way}${tagsOnly("</div>")}`;
  });
  return withClass("listed", lines.join("\n"));
}
