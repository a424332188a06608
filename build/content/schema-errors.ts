import { didYouMean } from "../lib/did-you-mean.ts";
import type { ErrorObject } from "../lib/json-schema.ts";

/**
 * Validation errors in words for authors: the first one of each key, by key path such as
 * `promises[1].id`.
 */
export function explained(
  errors: readonly ErrorObject[],
): Map<string, { problem: string; expected: string | undefined }> {
  const byKey: ReturnType<typeof explained> = new Map();
  // Where a value is none of several kinds, what each kind would want is not what was expected.
  const choices = errors.filter(({ keyword }) => keyword === "anyOf");
  const isOfChoice = (error: ErrorObject): boolean =>
    choices.some(
      (each) => each !== error && `${error.instancePath}/`.startsWith(`${each.instancePath}/`),
    );
  for (const error of errors.filter((each) => !isOfChoice(each))) {
    const missing = error.keyword === "required" ? `/${error.params["missingProperty"]}` : "";
    const key = (error.instancePath + missing)
      .replace(/\/(\d+)(?=\/|$)/g, (_, index: string) => `[${Number(index) + 1}]`)
      .replaceAll("/", ".")
      .replace(/^\./, "");
    if (!byKey.has(key))
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
