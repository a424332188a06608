import { Type } from "typebox";
import type { JsonDocument } from "../model/site-model.ts";
import { digest, documentSchema, version } from "../schemas/fields.ts";

const DigestsDocument = documentSchema(
  "Digests",
  "The digest of every page: compare it with an earlier copy to see what was added, changed or removed.",
  {
    version: version(),
    digests: Type.Record(Type.String({ pattern: "^/" }), digest("SHA-256 of the page's Markdown twin."), {
      description: "From a page's root-relative address to the SHA-256 of its Markdown twin's bytes.",
    }),
  },
);

export const digests: JsonDocument = {
  kind: "json",
  id: "digests",
  path: "/api/digests.json",
  media_type: "application/json",
  title: "Digests",
  purpose: "The digest of every page: what exactly was added, changed or removed since an earlier read.",
  group: "api",
  schema: DigestsDocument,
  data: ({ version, pages }) => ({
    version,
    digests: Object.fromEntries(pages.map(({ path, sha256 }) => [path, sha256])),
  }),
};
