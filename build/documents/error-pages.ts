import { renderAbsence } from "../layouts/error-and-template-pages.ts";
import type { JsonDocument, TextDocument } from "../model/site-model.ts";
import { documentFacts } from "./api-document.ts";

/** The page that answers unknown addresses outside /api/. */
export const notFound: TextDocument = {
  ...documentFacts("not_found"),
  render: (model) => renderAbsence(model, "not_found"),
};

/** The page with status 410 for addresses of pages that were removed for good. */
export const gone: TextDocument = {
  ...documentFacts("gone"),
  render: (model) => renderAbsence(model, "gone"),
};

/** The response to unknown paths under /api/: problem details, RFC 9457. */
export const apiNotFound: JsonDocument = {
  ...documentFacts("api_not_found"),
  data: ({ base_url }) => ({
    type: `${base_url}/api/#errors`,
    title: "There is nothing at this address.",
    status: 404,
    detail: `Everything this service answers is listed at ${base_url}/api/index.json.`,
    index: `${base_url}/api/index.json`,
    documentation: `${base_url}/api/`,
  }),
};
