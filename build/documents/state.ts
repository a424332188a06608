import { apiVersion } from "../catalogue/api-version.ts";
import type { FileDigest, JsonDocument } from "../catalogue/document.ts";
import type { Context } from "../context.ts";
import { StateDocument } from "../schemas/documents/state.ts";

export const state: JsonDocument = {
  kind: "json",
  id: "state",
  path: "/api/state.json",
  media_type: "application/json",
  title: "State",
  purpose: "Whether anything changed since you were last here, in one small read.",
  group: "api",
  late: true,
  schema: StateDocument,
  data: (context, { written }) => ({
    version: context.version,
    api_version: apiVersion,
    digest: context.digest,
    updated: context.updated,
    counts: context.counts,
    latest: latest(context),
    digests: `${context.base_url}/api/digests.json`,
    documents: inOrder(written, context),
  }),
};

function latest({ latest: page }: Context) {
  return page ? { title: page.title, url: page.url, published: page.published, updated: page.updated } : null;
}

/** In the order of the catalogue, whatever was rendered first. */
function inOrder(written: readonly FileDigest[], { catalogue }: Context): FileDigest[] {
  return catalogue.flatMap(({ path }) => written.filter((digest) => digest.path === path));
}
