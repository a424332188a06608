import type { JsonDocument } from "../catalogue/document.ts";
import { checkFor } from "../promises/check.ts";
import { ManifestDocument } from "../schemas/documents/manifest.ts";

export const manifest: JsonDocument = {
  kind: "json",
  id: "manifest",
  path: "/api/manifest.json",
  media_type: "application/json",
  title: "Manifest",
  purpose: "The covenant and the seven promises, each with a way to test it.",
  group: "api",
  schema: ManifestDocument,
  data: ({ manifesto, promises, base_url, facts }) => ({
    covenant: { title: manifesto.title, text: manifesto.text, markdown: manifesto.markdown, url: manifesto.url },
    promises: promises.map(({ number, id, title, text, check }) => {
      const { requests, holds, command } = checkFor(check, { ...facts, base_url });
      return { number, id, title, text, check: { requests, holds, command } };
    }),
  }),
};
