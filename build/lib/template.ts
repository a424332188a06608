import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Values by the names that stand for them. */
type Values = Readonly<Record<string, string | number>>;

/**
 * Reads a text that stands in a file beside the code. Names in braces stand for values: `{base_url}/llms.txt`.
 * @returns a function that gives the text with its values; braces around anything else stay as they are
 */
export function readTemplate(folder: string, file: string): (values: Values) => string {
  const text = readFileSync(join(folder, file), "utf8");
  return (values) => text.replace(/\{(\w+)\}/g, (braces, name: string) => String(values[name] ?? braces));
}
