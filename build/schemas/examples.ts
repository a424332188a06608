import type { TSchema } from "typebox";
import { type Facts, License, Permissions } from "./facts.ts";
import { baseUrl } from "./fields.ts";

/** What of a JSON Schema is needed to give an example of what it describes. */
interface Shape {
  const?: unknown;
  enum?: readonly unknown[];
  examples?: readonly unknown[];
  anyOf?: readonly Shape[];
  items?: Shape;
  minItems?: number;
  required?: readonly string[];
  properties?: Record<string, Shape>;
}

/** What the examples of a site take from it. */
interface Site {
  base_url: string;
  /** Absent where no example has license or permissions. */
  facts?: Pick<Facts, "license" | "permissions">;
}

/** Schemas, or an example, as a site publishes them: with its own address in the examples. */
export function withBaseUrl<T>(value: T, { base_url }: Pick<Site, "base_url">): T {
  return JSON.parse(JSON.stringify(value).replaceAll(baseUrl, base_url)) as T;
}

/**
 * An example of what a schema describes, made of those of its fields, without what is optional.
 * License and permissions are those of the site, because each statement of them says the same.
 */
export function exampleOf(schema: TSchema, site: Site): unknown {
  const example = (shape: Shape): unknown => {
    if (shape === License && site.facts) return site.facts.license;
    if (shape === Permissions && site.facts) return site.facts.permissions;
    const { examples, enum: values, anyOf, items, minItems = 1, properties = {} } = shape;
    const known = examples ?? values ?? (shape.const === undefined ? undefined : [shape.const]);
    if (known) return known[0];
    if (anyOf) return example(anyOf[0] ?? {});
    if (items) return Array.from({ length: minItems }, () => example(items));
    const names = shape.required ?? [];
    return Object.fromEntries(names.map((name) => [name, example(properties[name] ?? {})]));
  };
  return withBaseUrl(example(schema), site);
}
