import { contentSignal, strangersLocations } from "../model/permissions.ts";
import type { TextDocument } from "../model/site-model.ts";

/**
 * Names of crawlers, grouped by their stated purpose. A crawler with a group of its own ignores the `*` group, so each
 * group repeats the lines.
 */
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
 * A signal covers the whole site and cannot be limited to a part. So the guestbook's exception is in a comment, which
 * names where programs find it. A `Disallow` for the guestbook would be wrong, because everybody may read it.
 */
export const robots: TextDocument = {
  kind: "text",
  id: "robots",
  path: "/robots.txt",
  media_type: "text/plain",
  title: "robots.txt",
  purpose: "Crawl rules, with what may be done with the content said in Content Signals.",
  group: "format",
  render: (model) => {
    const {
      facts: { permissions, name },
      base_url,
    } = model;
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
        ...strangersLocations(model).map((location) => `#   ${location}`),
        "# Its entries may be read and indexed; this site permits no training on them. A signal cannot be given for a part",
        "# of a site, so for programs the exception stands in /.well-known/tdmrep.json and in the answers' own headers.",
      ].join("\n"),
      group(["*"], true),
      ...crawlers.map(([use, agents]) => group(agents, permissions[use])),
      `Sitemap: ${base_url}/sitemap.xml\n`,
    ].join("\n\n");
  },
};
