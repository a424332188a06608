import { Ajv2020, type ErrorObject, type Options, type ValidateFunction } from "ajv/dist/2020.js";

/** RFC 3339 full-date, checked against the calendar. */
export function isDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return false;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** RFC 3339 date-time (section 5.6), seconds required. */
export function isDateTime(text: string): boolean {
  // Every page's dates are validated in several documents, and a site has few different dates: results are kept.
  if (knownDateTimes.has(text)) return true;
  const valid = matchesDateTime(text);
  if (valid && knownDateTimes.size < 10_000) knownDateTimes.add(text);
  return valid;
}

const knownDateTimes = new Set<string>();

function matchesDateTime(text: string): boolean {
  const match =
    /^(\d{4}-\d{2}-\d{2})[Tt]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$/.exec(text);
  return match !== null && isDate(match[1] as string);
}

/** A date as authors write it: a day or a date-time. */
export function isContentDate(text: string): boolean {
  return isDate(text) || isDateTime(text);
}

/**
 * A new ajv for JSON Schema 2020-12 with the formats that the schemas here use. By default it is strict and does not
 * validate the schemas themselves: the tests check the published ones against their meta-schema, and doing so costs
 * time in every build.
 */
export function createAjv(options: Options = {}): Ajv2020 {
  return new Ajv2020({
    allErrors: true,
    strict: true,
    validateSchema: false,
    code: { optimize: false }, // optimizing costs more than it saves: most validators are used once
    formats: {
      date: isDate,
      "date-time": isDateTime,
      "content-date": isContentDate,
      uri: (text: string) => /^[a-z][a-z0-9+.-]*:/i.test(text) && URL.canParse(text),
    },
    ...options,
  });
}

export type { ErrorObject, ValidateFunction };
