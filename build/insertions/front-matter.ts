import { FrontMatter } from "../schemas/front-matter.ts";

/** The authors' reference of front matter, made from the descriptions in its schema. */
export function frontMatterReference(): string {
  return Object.entries(FrontMatter.properties)
    .map(([key, schema]) => `- \`${key}\`: ${(schema as { description?: string }).description ?? ""}`)
    .join("\n");
}
