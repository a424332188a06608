import { Type } from "typebox";
import { digest, documentSchema, version } from "../fields.ts";

export const DigestsDocument = documentSchema(
  "Digests",
  "The digest of every page: compare it with an earlier copy to see what was added, changed or removed.",
  {
    version: version(),
    digests: Type.Record(Type.String({ pattern: "^/" }), digest("SHA-256 of the page's Markdown twin."), {
      description: "From a page's root-relative address to the SHA-256 of its Markdown twin's bytes.",
    }),
  },
);
