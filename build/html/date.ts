import { dateInWords } from "../content/date.ts";
import { html, type Html } from "./html.ts";

/** An RFC 3339 date-time as a `<time>` for people; the attribute carries the day. */
export function renderTime(date: string): Html {
  return html`<time datetime="${date.slice(0, 10)}">${dateInWords(date)}</time>`;
}
