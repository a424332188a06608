import type { TObject } from "typebox";
import type { Document, JsonDocument, SiteModel } from "../model/site-model.ts";
import { License, Permissions } from "../schemas/facts.ts";
import { text, url, version } from "../schemas/fields.ts";

/** A document of our own under `/api/`, with what all of these have in common. */
export function apiDocument(
  facts: Pick<JsonDocument, "id" | "title" | "purpose" | "data"> & Partial<JsonDocument> & { schema: TObject },
): JsonDocument {
  return { kind: "json", path: `/api/${facts.id}.json`, media_type: "application/json", group: "api", ...facts };
}

/** The fields with which a document that stands for the whole site begins. */
export const siteFields = {
  name: text("The site's name."),
  description: text("The site in one or two sentences."),
  base_url: url("Where the site is served."),
  version: version(),
  license: License,
  permissions: Permissions,
};

/** The values of `siteFields`. */
export function siteHead({ facts, base_url, version }: SiteModel) {
  const { name, description, license, permissions } = facts;
  return { name, description, base_url, version, license, permissions };
}

/** The documents that lists of them name: not those for the host, nor families of which this site has no file. */
export function listedDocuments(model: SiteModel): Document[] {
  return model.catalogue.filter(
    (document) => document.group !== "internal" && !(document.kind === "family" && document.isEmpty?.(model)),
  );
}
