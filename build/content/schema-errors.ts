import type { ErrorObject } from "ajv/dist/2020.js";
import { didYouMean } from "../lib/did-you-mean.ts";

/** The first error of each key, in words, by key path: `promises[1].id`, counted from 1. */
export function explainErrors(errors: readonly ErrorObject[]) {
  const byKey = new Map<string, { problem: string; expected: string | undefined }>();
  // If a value matches none of several alternatives, the errors of each one do not help.
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

function problemOf({ keyword, data, params }: ErrorObject): string {
  if (keyword === "required") return "is missing";
  if (keyword === "minLength" || (data === null && keyword !== "enum")) return "is empty";
  const isWord = keyword === "enum" && typeof data === "string";
  const known = isWord ? didYouMean(data, params["allowedValues"]) : undefined;
  const found = JSON.stringify(data)?.slice(0, 60);
  return `is ${found}${known ? `; did you mean \`${known}\`?` : ""}`;
}

/** The texts of a schema and of its parts. */
interface Described {
  description?: string;
  properties?: Record<string, Described>;
}

function expectationOf({ keyword, params, message, ...error }: ErrorObject): string | undefined {
  const schema = error.parentSchema as Described | undefined;
  switch (keyword) {
    case "required":
      return schema?.properties?.[params["missingProperty"]]?.description;
    case "enum":
      return `one of ${params["allowedValues"].join(", ")}`;
    case "format":
      return formatsInWords[params["format"]] ?? params["format"];
    case "type":
      if (params["type"] === "boolean") return "true or false (a boolean, without quotes)";
      return `a ${params["type"] === "array" ? "list" : params["type"]}`;
    default:
      return schema?.description ?? message;
  }
}

const formatsInWords: Record<string, string> = {
  "content-date": "a day that exists, as YYYY-MM-DD (or a full RFC 3339 time)",
  date: "a day that exists, as YYYY-MM-DD",
  uri: "an absolute address, such as https://example.org",
};
