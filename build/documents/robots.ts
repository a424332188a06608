import { readTemplate } from "../lib/text.ts";
import { readTable } from "../lib/yaml.ts";
import { contentSignal, strangersLocations } from "../model/permissions.ts";
import type { TextDocument } from "../model/site-model.ts";
import { documentFacts } from "./api-document.ts";

const uses = ["search", "ai_input", "ai_train"] as const;

/**
 * Names of crawlers, grouped by their stated purpose. A crawler with a group of its own ignores the
 * `*` group, so each group repeats the lines.
 */
const crawlers = readTable<Readonly<Record<(typeof uses)[number], readonly string[]>>>(
  import.meta.dirname,
  "crawlers.yaml",
);

const template = readTemplate(import.meta.dirname, "robots.txt");

/**
 * Crawl rules: RFC 9309, with Content Signals (https://contentsignals.org) inside every group. A
 * signal always covers the whole site, so a comment states the guestbook's exception and where
 * programs find it. A `Disallow` would be wrong, because everybody may read the guestbook.
 */
export const robots: TextDocument = {
  ...documentFacts("robots"),
  render: (model) => {
    const { permissions, name } = model.facts;
    const signal = `Content-Signal: ${contentSignal(permissions)}`;
    const group = (agents: readonly string[], isAllowed: boolean) => {
      const names = agents.map((agent) => `User-agent: ${agent}\n`).join("");
      return `${names}${signal}\n${isAllowed ? "Allow" : "Disallow"}: /`;
    };
    const ofUses = uses.map((use) => group(crawlers[use], permissions[use]));
    const groups = [group(["*"], true), ...ofUses].join("\n\n");
    const strangers = strangersLocations(model).map((location) => `#   ${location}`);
    return template({ name, base_url: model.base_url, strangers: strangers.join("\n"), groups });
  },
};
