import { renderGone, renderNotFound } from "../layouts/not-found.ts";
import type { TextDocument } from "../model/site-model.ts";

export const notFound: TextDocument = {
  kind: "text",
  id: "not_found",
  path: "/404.html",
  media_type: "text/html",
  title: "Not found",
  purpose: "The answer to an unknown address.",
  group: "plumbing",
  render: renderNotFound,
};

export const gone: TextDocument = {
  kind: "text",
  id: "gone",
  path: "/410.html",
  media_type: "text/html",
  title: "Gone",
  purpose: "The answer at the address of a page that was removed for good.",
  group: "plumbing",
  render: renderGone,
};
