import type { JsonDocument } from "../catalogue/document.ts";
import { DigestsDocument } from "../schemas/documents/digests.ts";

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
