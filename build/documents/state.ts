import {
  apiVersion,
  bytes,
  count,
  digest,
  maybeDateTime,
  path,
  Type,
  text,
  timestamp,
  url,
  version,
  words,
} from "../schemas/fields.ts";
import { described, object, objects, ownDocument } from "./api-document.ts";

export const state = ownDocument({
  ...described("state"),
  fields: {
    version: version(),
    api_version: text("Version of the API's contract (semantic versioning).", apiVersion),
    digest: digest(
      "SHA-256 over all that the site's author decides about what is published: pages, their order and former addresses, " +
        "facts, permissions, files. It cannot be computed from outside; compare it with an earlier one.",
    ),
    updated: timestamp("Date of the newest content."),
    counts: object("How much there is.", {
      pages: count("Number of pages.", 20),
      notes: count("Number of notes.", 8),
      realms: count("Number of realms."),
      words: words(),
    }),
    latest: Type.Union(
      [
        Type.Object({
          title: text("Title.", "How doors are made"),
          url: url("Address."),
          published: maybeDateTime("When it was published."),
          updated: maybeDateTime("When it last changed."),
        }),
        Type.Null(),
      ],
      {
        description:
          "The newest page with a date, as in the feed; where there is none, the page that was changed last; null " +
          "where no page says when.",
      },
    ),
    digests: url("What exactly was added, changed or removed.", "/api/digests.json"),
    documents: objects("Every other document of this service.", {
      path: path("Root-relative address; for a family of files, its pattern.", "/llms.txt"),
      bytes: bytes(),
      sha256: digest(
        "SHA-256 of the bytes as served; for a family, of a line `path sha256` for each of its files, sorted.",
      ),
    }),
  },
  data: (model, { written }) => ({
    ...model,
    api_version: apiVersion,
    digests: `${model.base_url}/api/digests.json`,
    documents: written,
  }),
});

/** What a program compares with an earlier copy once `state` shows that the version changed. */
export const digests = ownDocument({
  ...described("digests"),
  fields: {
    version: version(),
    digests: Type.Record(
      Type.String({ pattern: "^/" }),
      digest("SHA-256 of the page's Markdown twin."),
      {
        description:
          "From a page's root-relative address to the SHA-256 of its Markdown twin's bytes.",
        examples: [{ "/": "0123456789abcdef".repeat(4) }],
      },
    ),
  },
  data: ({ version, pages }) => ({
    version,
    digests: Object.fromEntries(pages.map(({ path, sha256 }) => [path, sha256])),
  }),
});
