import { html, type Html } from "./html.ts";

const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** A date for people: `3 May 2026`. Spelt out by hand, because the platform's formats change with its locale data. */
export function dateInWords(date: string): string {
  return `${Number(date.slice(8, 10))} ${months[Number(date.slice(5, 7)) - 1]} ${date.slice(0, 4)}`;
}

/** An RFC 3339 date-time as a `<time>` for people; the attribute carries the day. */
export function renderTime(date: string): Html {
  return html`<time datetime="${date.slice(0, 10)}">${dateInWords(date)}</time>`;
}
