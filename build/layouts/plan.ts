import type { Page } from "../content/page.ts";
import { type Html, html, trusted } from "../lib/html.ts";
import { type RealmStatus, realmStatusNames } from "../schemas/fields.ts";

/** Most rooms that are shown. */
const roomsAtMost = 12;

/**
 * The plan of a site's rooms: a list of links, which the style shows as rooms on both sides of a
 * corridor, each door as open as the room's status. On the home page a room leads to what it is
 * about.
 * @returns null for a site without rooms
 */
export function renderPlan(rooms: readonly Page[]): Html | null {
  const shown = rooms
    .slice(0, roomsAtMost)
    .map((page) => ({ page, status: page.realm?.status ?? "open" }));
  if (shown.length === 0) return null;
  const statuses = realmStatusNames.filter((each) => shown.some(({ status }) => status === each));
  return html`<nav class="plan" aria-label="Plan of the rooms" data-markdown-ignore>
<ul>
${shown.map(
  ({ page, status }) =>
    html`<li><a href="${subjectOf(page)}" aria-label="${page.title}, ${status}">${renderDoor(status)}${page.title}</a></li>
`,
)}</ul>
${renderDoor("open")}
<p class="key">${statuses.map((status) => html`<span>${renderDoor(status)} ${status}</span> `)}</p>
</nav>
`;
}

/**
 * The address of what a room is about: the first page of this site that its affordances name; else
 * its own.
 */
function subjectOf({ path, url, realm }: Page): string {
  const base = url.slice(0, -path.length);
  const subject = realm?.affordances.find(
    ({ method, media_type, href }) =>
      method === "GET" && media_type === "text/html" && href.startsWith(`${base}/`),
  );
  return subject?.href.slice(base.length) ?? path;
}

/**
 * Paths of the icon for each status: a door as a floor plan draws it, with a gap in the wall, the
 * door's leaf and the arc of its movement. The more open the realm, the wider the door.
 */
const leaves: Record<RealmStatus, { light: string; arc: string; leaf: string }> = {
  open: { light: "M5 6h14a14 14 0 0 1-14 14z", arc: "M19 6a14 14 0 0 1-14 14", leaf: "M5 6v14" },
  growing: {
    light: "M5 6h14a14 14 0 0 1-4.1 9.9z",
    arc: "M19 6a14 14 0 0 1-4.1 9.9",
    leaf: "m5 6 9.9 9.9",
  },
  quiet: {
    light: "M5 6h14a14 14 0 0 1-.8 4.8z",
    arc: "M19 6a14 14 0 0 1-.8 4.8",
    leaf: "m5 6 13.2 4.8",
  },
  closed: { light: "", arc: "", leaf: "M5 6h14" },
};

const icons = Object.fromEntries(
  Object.entries(leaves).map(([status, { light, arc, leaf }]) => [
    status,
    trusted(
      `<svg class="door door-${status}" viewBox="0 0 24 24" width="24" height="24"` +
        ` aria-hidden="true"><path class="gap" d="M5 6h14"/>` +
        (light && `<path class="light" d="${light}"/><path class="arc" d="${arc}"/>`) +
        `<path class="leaf" d="${leaf}"/><path class="jambs" d="M0 6h5m14 0h5"/></svg>`,
    ),
  ]),
) as Record<RealmStatus, Html>;

/**
 * The icon of a status. It is decoration, hidden from screen readers: the status as a word belongs
 * beside it.
 */
export function renderDoor(status: RealmStatus): Html {
  return icons[status];
}
