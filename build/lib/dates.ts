import { type Html, html } from "./html.ts";

const months = "January February March April May June July August September October November December".split(" ");

/**
 * A date for people, in pages and in their Markdown: `3 May 2026`. Not made with `Intl`, whose output changes with the
 * platform's locale data.
 * @param date RFC 3339, with or without a time.
 */
export function dateInWords(date: string): string {
  return `${Number(date.slice(8, 10))} ${months[Number(date.slice(5, 7)) - 1]} ${date.slice(0, 4)}`;
}

/** Source of a regular expression for dates in words; its groups are day, month and year. */
export const wordsOfDate = `(\\d{1,2}) (${months.join("|")}) (\\d{4})`;

/** The day of a date in words, as RFC 3339 has it: `2026-05-03`. */
export function dayOf(day: string, month: string, year: string): string {
  return `${year}-${String(months.indexOf(month) + 1).padStart(2, "0")}-${day.padStart(2, "0")}`;
}

/** An RFC 3339 date-time as a `<time>` for people; the attribute carries the day. */
export function renderTime(date: string): Html {
  return html`<time datetime="${date.slice(0, 10)}">${dateInWords(date)}</time>`;
}
