/** Version of the API's contract. Within version 1 fields are only added. */
export const apiVersion = "1.2.0";

/** Root-relative address of a published JSON Schema. */
export function schemaPath(id: string): string {
  return `/api/schemas/${id.replaceAll("_", "-")}.json`;
}

/** Absolute address of a published JSON Schema, which is its `$id`. */
export function schemaUrl(id: string, base_url: string): string {
  return base_url + schemaPath(id);
}
