import { dayOf, wordsOfDate } from "../content/date.ts";
import type { Page } from "../content/page.ts";
import { realmStatusNames, type RealmStatus } from "../schemas/realm-status.ts";
import { renderDoor } from "./door.ts";
import { trusted, type Html } from "./html.ts";

const dated = new RegExp(`</a> \\((${wordsOfDate})\\): `, "g");
const placed = new RegExp(`</a> \\(<em>(${realmStatusNames.join("|")})</em>\\): `, "g");

/**
 * A page's body. The lines that the build itself writes on the home page and on lists, `[title](path) (date): description`
 * and `[title](path) (*status*): description`, are dressed for readers: the date for machines too, the status with its door.
 */
export function renderBody({ type, html }: Page): Html {
  if (type !== "list" && type !== "home") return trusted(html);
  return trusted(
    html
      .replace(
        dated,
        (_, date: string, day: string, month: string, year: string) =>
          `</a> <time datetime="${dayOf(day, month, year)}">${date}</time> `,
      )
      .replace(placed, (_, status: RealmStatus) => `</a> <span class="state">${renderDoor(status)} ${status}</span> `),
  );
}
