import type { Page } from "../content/page.ts";
import { type Html, html, sayHtml, trusted } from "../lib/html.ts";
import { say } from "../lib/phrases.ts";
import type { SiteModel } from "../model/site-model.ts";
import { type RealmStatus, realmStatusNames } from "../schemas/fields.ts";
import { inLanguage } from "../words/words.ts";

/** The most rooms that are shown. */
const roomsAtMost = 12;

/**
 * The plan of a site's rooms: a list of links, which the style shows as rooms on both sides of a
 * corridor, each door as open as the room's status. On the home page a room links to its subject.
 * @returns null for a site without rooms
 */
export function renderPlan({ realms, words }: SiteModel): Html | null {
  const shown = realms
    .slice(0, roomsAtMost)
    .map((page) => ({ page, status: page.realm?.status ?? "open" }));
  if (shown.length === 0) return null;
  const statuses = realmStatusNames.filter((each) => shown.some(({ status }) => status === each));
  const room = ({ page, status }: (typeof shown)[number]): Html => {
    const { title, language } = page;
    const label = say(words, "page.room", { title, status: say(words, `status.${status}`) });
    return html`<li><a href="${subjectOf(page)}"${inLanguage(language, words)} aria-label="${label}">${doorIcons[status]}${title}</a></li>\n`;
  };
  return html`<nav class="plan" aria-label="${say(words, "page.plan")}" data-markdown-ignore>
<ul>
${shown.map(room)}</ul>
${doorIcons.open}
<p class="key">${statuses.map((status) => html`<span>${doorIcons[status]} ${sayHtml(words, `status.${status}`)}</span> `)}</p>
</nav>
`;
}

/**
 * The address of a room's subject: the first page of this site among its affordances, else the
 * room's own page.
 */
function subjectOf({ path, url, realm }: Page): string {
  const base = url.slice(0, -path.length);
  const subject = realm?.affordances.find(
    ({ method, media_type, href }) =>
      method === "GET" && media_type === "text/html" && href.startsWith(`${base}/`),
  );
  return subject?.href.slice(base.length) ?? path;
}

/** Where a door's leaf ends for each status; its hinge is at 5 6, and its length is 14. */
const leafEnds: Record<RealmStatus, string> = {
  open: "5 20",
  growing: "14.9 15.9",
  quiet: "18.2 10.8",
  closed: "19 6",
};

/**
 * The icon for each status: a door as a floor plan draws it, with a gap in the wall, the door's leaf
 * and the arc of its movement. The more open the realm, the wider the door. It is decoration, hidden
 * from screen readers: the status as a word belongs beside it.
 */
export const doorIcons = Object.fromEntries(
  Object.entries(leafEnds).map(([status, end]) => [
    status,
    trusted(
      `<svg class="door door-${status}" viewBox="0 0 24 24" width="24" height="24"` +
        ` aria-hidden="true"><path class="gap" d="M5 6h14"/>` +
        `<path class="light" d="M5 6h14A14 14 0 0 1 ${end}z"/>` +
        `<path class="arc" d="M19 6A14 14 0 0 1 ${end}"/><path class="leaf" d="M5 6L${end}"/>` +
        `<path class="jambs" d="M0 6h5m14 0h5"/></svg>`,
    ),
  ]),
) as Record<RealmStatus, Html>;
