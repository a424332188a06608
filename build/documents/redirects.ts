import { redirectRules } from "../model/redirect-rules.ts";
import type { TextDocument } from "../model/site-model.ts";

/** Redirect rules in the host's `_redirects` syntax: former addresses of pages, and removed pages. */
export const redirects: TextDocument = {
  kind: "text",
  id: "redirects",
  path: "/_redirects",
  media_type: "text/plain",
  title: "Redirect rules",
  purpose: "Redirect rules for the host.",
  group: "plumbing",
  render: ({ pages, gone }) => redirectRules(pages, gone),
};
