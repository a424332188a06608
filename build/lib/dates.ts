import { type Html, html, sayHtml } from "./html.ts";
import { type PhraseValues, say, type Words } from "./phrases.ts";

/**
 * The values of the phrase `date.day`, in which dates are written for people: `3 May 2026`. Not made
 * with `Intl`, whose output changes with the platform's locale data.
 * @param date RFC 3339, with or without a time.
 */
export function dayValues(date: string, words: Words): PhraseValues {
  const count = Number(date.slice(8, 10)); // a language may have another form for the first
  const month = say(words, `month.${date.slice(5, 7)}`);
  return { count, day: String(count), month, year: date.slice(0, 4) };
}

/** Compares RFC 3339 date-times as moments, whatever their zones; an empty text is earliest. */
export function compareTimes(a: string, b: string): number {
  if (a === b) return 0;
  // Nearly all are in UTC with whole seconds, and compare as text.
  const asText =
    a === "" || b === "" || (a.length === b.length && a.endsWith("Z") && b.endsWith("Z"));
  return asText ? (a < b ? -1 : 1) : Date.parse(a) - Date.parse(b);
}

/** A day, perhaps with a time, perhaps with a zone. */
const written =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T\s]\s*(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*(?:Z|UTC|GMT|([+-]\d{2}):?(\d{2})?)?)?$/i;

/**
 * Converts a date as people write it to RFC 3339: `2018-3-6`, `2018-03-06 21:33`, `2018-03-06
 * 21:33:25 -0700`. A time without a zone is UTC.
 * @returns a full-date, or a date-time if it has a time; undefined for a text that is no real date
 */
export function readDate(text: string): string | undefined {
  const [whole, year, month = "", day = "", hours, minutes, seconds = "00", zone, rest = "00"] =
    written.exec(text.trim()) ?? [];
  if (whole === undefined) return undefined;
  const date = [year, month.padStart(2, "0"), day.padStart(2, "0")].join("-");
  if (hours === undefined) return isDate(date) ? date : undefined;
  const offset = zone === undefined ? "Z" : `${zone}:${rest}`;
  const time = `${date}T${hours.padStart(2, "0")}:${minutes}:${seconds}${offset}`;
  return isDateTime(time) ? time : undefined;
}

const wordInDate = new RegExp(
  "^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?" +
    "|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|mon(?:day)?|tue(?:s|sday)?|wed(?:nesday)?" +
    "|thu(?:r|rs|rsday)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?" +
    "|utc|gmt|[tz]|am|pm|st|nd|rd|th|[年月日])$",
);

/**
 * Whether a text is only a date, in any form that people write: `2024`, `May 2024`, `6.5.2024`,
 * `Mon, 6 May 2024 12:00 GMT`, `2024年5月6日`. It does not find out whether the day exists.
 */
export function isDateInAnyForm(text: string): boolean {
  const numbers = text.match(/\d+/g) ?? [];
  const hasYear = numbers.length > 2 || numbers.some((number) => number.length >= 4);
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  return hasYear && words.every((word) => wordInDate.test(word));
}

/**
 * A date-time as a `<time>` for people. Midnight in its zone means only the day, and is not shown.
 * @param date As in `Page.published`: `2026-11-20T19:12:00Z`, or in its author's zone, then shown.
 */
export function renderTime(date: string, words: Words): Html {
  const [, clock, zone = ""] = /T(\d\d:\d\d)[\d:.]*(Z|[+-]\d\d:\d\d)$/.exec(date) ?? [];
  const day = sayHtml(words, "date.day", dayValues(date, words));
  if (clock === undefined || date.includes("T00:00:00"))
    return html`<time datetime="${date.slice(0, 10)}">${day}</time>`;
  const values = { day, clock, zone: zone.replace("Z", "") };
  return html`<time datetime="${date}">${sayHtml(words, "date.time", values)}</time>`;
}

/** RFC 3339 full-date, checked against the calendar. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  if (/(?:0[1-9]|1[0-2])-(?:[01][1-9]|10|2[0-8])$/.test(text)) return true; // in every month
  // The parser takes the 30th of February for a day in March.
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

const dateTimeForm =
  /^.{10}[Tt](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** RFC 3339 date-time (section 5.6), seconds required. */
export function isDateTime(text: string): boolean {
  return dateTimeForm.test(text) && isDate(text.slice(0, 10));
}

/** A date as authors write it: a day or a date-time. */
export function isContentDate(text: string): boolean {
  return isDate(text) || isDateTime(text);
}

/**
 * An author's day (midnight UTC) or date-time as an RFC 3339 date-time; null if there is none. A
 * date-time keeps its zone, so that its day is the author's. Whole seconds have no fraction.
 */
export function dateTime(written: string | undefined): string | null {
  if (written === undefined) return null;
  if (isDate(written)) return `${written}T00:00:00Z`;
  return written
    .toUpperCase()
    .replace(/\.0+(?=[Z+-])/, "")
    .replace(/[+-]00:00$/, "Z");
}
