import { Type } from "typebox";
import {
  bytes,
  count,
  dateTime,
  digest,
  documentSchema,
  maybeDateTime,
  path,
  text,
  url,
  version,
  words,
} from "../fields.ts";

export const StateDocument = documentSchema("State", "Whether anything changed since an earlier visit.", {
  version: version(),
  api_version: text("Version of the API's contract (semantic versioning)."),
  digest: digest(
    "SHA-256 over all that the site's author decides about what is published: pages, their order and former addresses, facts, permissions, files. It cannot be computed from outside; compare it with an earlier one.",
  ),
  updated: dateTime("Date of the newest content."),
  counts: Type.Object(
    {
      pages: count("Number of pages."),
      notes: count("Number of notes."),
      realms: count("Number of realms."),
      words: words(),
    },
    { description: "How much there is." },
  ),
  latest: Type.Union(
    [
      Type.Object({
        title: text("Title."),
        url: url("Address."),
        published: maybeDateTime("When it was published."),
        updated: maybeDateTime("When it last changed."),
      }),
      Type.Null(),
    ],
    {
      description: "The newest page; null where no page is dated.",
    },
  ),
  digests: url("What exactly was added, changed or removed."),
  documents: Type.Array(
    Type.Object({
      path: path("Root-relative address; for a family of files, its pattern."),
      bytes: bytes(),
      sha256: digest(
        "SHA-256 of the bytes as served; for a family, of a line `path sha256` for each of its files, sorted.",
      ),
    }),
    { description: "Every other document of this service." },
  ),
});
