import { contentSignal, strangersLocations } from "../model/permissions.ts";
import type { TextDocument } from "../model/site-model.ts";

/** Crawlers that name themselves, by what they say they do. A group that names one hides the `*` group from it, so each repeats the lines. */
const crawlers: readonly [use: "search" | "ai_input" | "ai_train", agents: readonly string[]][] = [
  ["search", ["Googlebot", "Bingbot", "DuckDuckBot", "OAI-SearchBot", "Claude-SearchBot", "PerplexityBot", "Applebot"]],
  ["ai_input", ["ChatGPT-User", "Claude-User", "Perplexity-User", "DuckAssistBot", "MistralAI-User"]],
  [
    "ai_train",
    [
      "GPTBot",
      "ClaudeBot",
      "Google-Extended",
      "Applebot-Extended",
      "CCBot",
      "Amazonbot",
      "Meta-ExternalAgent",
      "Bytespider",
    ],
  ],
];

/**
 * Crawl rules: RFC 9309, with Content Signals (https://contentsignals.org) inside every group.
 * A signal holds for a group's whole site: it has no form for a part of it. So the guestbook's exception stands in a
 * comment, which names the places that say it for programs. To disallow the guestbook would be another statement, and an
 * untrue one: everybody may read it.
 */
export const robots: TextDocument = {
  kind: "text",
  id: "robots",
  path: "/robots.txt",
  media_type: "text/plain",
  title: "robots.txt",
  purpose: "Crawl rules, with what may be done with the content said in Content Signals.",
  group: "format",
  render: (context) => {
    const {
      facts: { permissions, name },
      base_url,
    } = context;
    const signal = `Content-Signal: ${contentSignal(permissions)}`;
    const group = (agents: readonly string[], allowed: boolean) =>
      [...agents.map((agent) => `User-agent: ${agent}`), signal, allowed ? "Allow: /" : "Disallow: /"].join("\n");
    return [
      [
        `# ${name}: what is permitted, in the vocabulary of contentsignals.org.`,
        "# search: may be indexed and shown in results. ai-input: may be read by a model and quoted in an answer.",
        "# ai-train: may be used to train or tune a model. yes is permission, no is its refusal.",
        "# There is no rate limit, and nothing depends on who asks.",
        "#",
        "# The signals are about this site's own content. They do not cover the guestbook, which visitors write:",
        ...strangersLocations(context).map((location) => `#   ${location}`),
        "# Its entries may be read and indexed; this site permits no training on them. A signal cannot be given for a part",
        "# of a site, so for programs the exception stands in /.well-known/tdmrep.json and in the answers' own headers.",
      ].join("\n"),
      group(["*"], true),
      ...crawlers.map(([use, agents]) => group(agents, permissions[use])),
      `Sitemap: ${base_url}/sitemap.xml\n`,
    ].join("\n\n");
  },
};
