import type { Page } from "../content/page.ts";
import { realmStatusNames, type RealmStatus } from "../schemas/realm-status.ts";
import { dateInWords } from "./date.ts";
import { renderDoor } from "./door.ts";
import { trusted, type Html } from "./html.ts";

const dated = /<\/a> \((\d{4}-\d{2}-\d{2})\): /g;
const placed = new RegExp(`</a> \\(<em>(${realmStatusNames.join("|")})</em>\\): `, "g");

/**
 * A page's body. The lines that the build itself writes on the home page and on lists, `[title](path) (date): description`
 * and `[title](path) (*status*): description`, are dressed for readers: the date in words, the status with its door.
 */
export function renderBody({ type, html }: Page): Html {
  if (type !== "list" && type !== "home") return trusted(html);
  return trusted(
    html
      .replace(dated, (_, day: string) => `</a> <time datetime="${day}">${dateInWords(day)}</time> `)
      .replace(placed, (_, status: RealmStatus) => `</a> <span class="state">${renderDoor(status)} ${status}</span> `),
  );
}
