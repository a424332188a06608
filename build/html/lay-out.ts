import { htmlFileOf } from "../content/address.ts";
import type { Context } from "../context.ts";
import type { Entry } from "../run/run.ts";
import { renderPage } from "./page.ts";

/** Pages in their layouts, with their files: those from one place in the order of the site to another. */
export function layOut(context: Context, from = 0, to = context.pages.length): Entry[] {
  return context.pages.slice(from, to).map((page) => ({ path: htmlFileOf(page.path), html: renderPage(page, context) }));
}
