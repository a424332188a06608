import { didYouMean } from "../lib/did-you-mean.ts";
import type { ErrorObject } from "../lib/json-schema.ts";

/**
 * Validation errors in words for authors: the first one of each key, by key path such as
 * `promises[1].id`.
 */
export function explained(
  errors: readonly ErrorObject[],
): Map<string, { problem: string; expected: string | undefined }> {
  const byKey = new Map<string, { problem: string; expected: string | undefined }>();
  // Where a value is none of several kinds, what each kind would want is not what was expected.
  const choices = errors.filter(({ keyword }) => keyword === "anyOf");
  for (const error of errors) {
    if (
      choices.some(
        (choice) =>
          choice !== error && `${error.instancePath}/`.startsWith(`${choice.instancePath}/`),
      )
    )
      continue;
    const path = error.instancePath
      .slice(1)
      .split("/")
      .filter((part) => part !== "");
    if (error.keyword === "required")
      path.push((error.params as { missingProperty: string }).missingProperty);
    const key = path.reduce(
      (text, part) =>
        /^\d+$/.test(part)
          ? `${text}[${Number(part) + 1}]`
          : text === ""
            ? part
            : `${text}.${part}`,
      "",
    );
    if (byKey.has(key)) continue;
    byKey.set(key, { problem: problemOf(error), expected: expectationOf(error) });
  }
  return byKey;
}

function problemOf(error: ErrorObject): string {
  if (error.keyword === "required") return "is missing";
  const found = JSON.stringify(error.data)?.slice(0, 60);
  if (error.keyword === "enum") {
    const known =
      typeof error.data === "string"
        ? didYouMean(error.data, (error.params as { allowedValues: string[] }).allowedValues)
        : undefined;
    return `is ${found}${known ? `; did you mean \`${known}\`?` : ""}`;
  }
  return error.keyword === "minLength" || error.data === null ? "is empty" : `is ${found}`;
}

function expectationOf(error: ErrorObject): string | undefined {
  if (error.keyword === "required") {
    const { missingProperty } = error.params as { missingProperty: string };
    return (error.parentSchema as { properties?: Record<string, { description?: string }> })
      .properties?.[missingProperty]?.description;
  }
  if (error.keyword === "enum")
    return `one of ${(error.params as { allowedValues: string[] }).allowedValues.join(", ")}`;
  if (error.keyword === "format")
    return (
      formats[(error.params as { format: string }).format] ??
      (error.params as { format: string }).format
    );
  if (error.keyword === "type") {
    const { type } = error.params as { type: string };
    if (type === "boolean") return "true or false (a boolean, without quotes)";
    return `a ${type === "array" ? "list" : type}`;
  }
  return (error.parentSchema as { description?: string } | undefined)?.description ?? error.message;
}

const formats: Record<string, string> = {
  "content-date": "a day that exists, as YYYY-MM-DD (or a full RFC 3339 time)",
  date: "a day that exists, as YYYY-MM-DD",
  uri: "an absolute address, such as https://example.org",
};
