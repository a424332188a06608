import { apiVersion } from "../schemas/fields.ts";
import { ownDocument } from "./api-document.ts";

export const state = ownDocument({
  id: "state",
  data: (model, { written }) => ({
    ...model,
    api_version: apiVersion,
    digests: `${model.base_url}/api/digests.json`,
    documents: written,
  }),
});

/** The digests that a program compares with an earlier copy if `state` shows another version. */
export const digests = ownDocument({
  id: "digests",
  data: ({ version, pages }) => ({
    version,
    digests: Object.fromEntries(pages.map(({ path, sha256 }) => [path, sha256])),
  }),
});
