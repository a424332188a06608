import { dayOf, wordsOfDate } from "../content/date.ts";
import type { Page } from "../content/page.ts";
import { realmStatusNames, type RealmStatus } from "../schemas/realm-status.ts";
import { renderDoor } from "./door.ts";
import { trusted, type Html } from "./html.ts";

const dated = new RegExp(`</a> \\((${wordsOfDate})\\): ([^<\\n]*)(?=</li>)`, "g");
const placed = new RegExp(`</a> \\(<em>(${realmStatusNames.join("|")})</em>\\): ([^<\\n]*)(?=</li>)`, "g");

/**
 * A page's body. The lines that the build itself writes on the home page and on lists, `[title](path) (date): description`
 * and `[title](path) (*status*): description`, are dressed for readers: the date for machines too, the status with its door.
 * Each part is a block of its own, so that a reader of HTML finds the same pieces of text as in the page's Markdown.
 */
export function renderBody({ type, html }: Page): Html {
  if (type !== "list" && type !== "home") return trusted(html);
  return trusted(
    html
      .replace(
        dated,
        (_, date: string, day: string, month: string, year: string, about: string) =>
          `</a> <div class="when"><time datetime="${dayOf(day, month, year)}">${date}</time></div> <p class="about">${about}</p>`,
      )
      .replace(
        placed,
        (_, status: RealmStatus, about: string) =>
          `</a> <div class="state">${renderDoor(status)} ${status}</div> <p class="about">${about}</p>`,
      ),
  );
}
