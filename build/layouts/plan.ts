import type { Page } from "../content/page.ts";
import { type Html, html, trusted } from "../lib/html.ts";
import { type RealmStatus, realmStatuses } from "../schemas/fields.ts";

/** Sizes in units of the drawing: rooms on both sides of a corridor that leads down to the front door. */
const room = { width: 262, height: 116 };
const corridor = 106;
const door = { width: 44, from: 36 };
const width = 2 * room.width + corridor;
/** Room for half the stroke of the outer walls, and below the front door for its leaf. */
const rim = 4;
const porch = door.width + 8;

/** Most rooms that are drawn. */
const roomsAtMost = 12;

/** The size of names, which is the same in all rooms: as large as the longest name allows, within these limits. */
const text = { largest: 34, smallest: 20, width: room.width - 36 };

/** How far a door is open, drawn from its hinge at the origin: the gap in the wall runs down, the leaf swings right. */
const doors: Record<RealmStatus, { leaf: string; arc: string; beam: string }> = {
  open: { leaf: "M0 0H44", arc: "M44 0A44 44 0 0 1 0 44", beam: "M0 0H54V64L0 44z" },
  growing: { leaf: "M0 0 31 31", arc: "M31 31A44 44 0 0 1 0 44", beam: "M0 0 54 54V68L0 44z" },
  quiet: { leaf: "M0 0 15 41", arc: "M15 41A44 44 0 0 1 0 44", beam: "" },
  closed: { leaf: "M0 0V44", arc: "", beam: "" },
};

/** Where a room lies: its upper left corner, and whether it is on the right of the corridor. */
interface Place {
  x: number;
  y: number;
  right: boolean;
}

/**
 * The plan of a site's rooms: an inline SVG in which each room is a link and each door as open as the room's status.
 * On the home page a room leads to what it is about. Pure: the same rooms give the same bytes; at most 5,000 of them.
 * @returns null for a site without rooms
 */
export function renderPlan(rooms: readonly Page[]): Html | null {
  const shown = rooms.slice(0, roomsAtMost);
  if (shown.length === 0) return null;
  const statuses = (Object.keys(realmStatuses) as RealmStatus[]).filter((status) =>
    shown.some(({ realm }) => realm?.status === status),
  );
  const drawn = shown.map((page) => ({
    path: subjectOf(page),
    title: page.title,
    status: page.realm?.status ?? "open",
  }));
  const widest = Math.max(...drawn.map(({ title }) => widthOf(title)));
  const size = Math.max(text.smallest, Math.min(text.largest, Math.floor(text.width / widest)));
  const places = drawn.map((_, index) => placeOf(index));
  const height = Math.ceil(drawn.length / 2) * room.height;
  const kinds = [...new Set<RealmStatus>(["open", ...drawn.map(({ status }) => status)])];
  const box = `${-rim} ${-rim} ${width + 2 * rim} ${height + rim + porch}`;
  return html`<nav class="plan" aria-label="Plan of the rooms" data-markdown-ignore>
<svg viewBox="${box}" font-size="${size}">
<defs><path id="d-floor" d="M0 0h${room.width}v${room.height}H0z"/>${kinds.map(drawDoor)}</defs>
${drawn.map(({ path, title, status }, index) => {
  const { x, y, right } = places[index] as Place;
  const mirror = right && html` transform="matrix(-1 0 0 1 ${room.width} 0)"`;
  return html`<a href="${path}" transform="translate(${x} ${y})"><title>${title}, ${status}</title><use href="#d-floor"/><use href="#d-${status}"${mirror}/><text x="22" y="${room.height - 24}">${fitted(title, size)}</text></a>
`;
})}<use href="#d-open" transform="translate(${width / 2 - door.width / 2} ${height}) rotate(-90) scale(-1 1) translate(${-room.width} ${-door.from})"/>
<path class="walls" d="${walls(places, height)}"/>
</svg>
<p class="key">${statuses.map((status) => html`<span>${renderDoor(status)} ${status}</span> `)}</p>
</nav>
`;
}

/** The address of what a room is about: the first page of this site that its affordances name; else its own. */
function subjectOf({ path, url, realm }: Page): string {
  const base = url.slice(0, -path.length);
  const subject = realm?.affordances.find(
    ({ method, media_type, href }) => method === "GET" && media_type === "text/html" && href.startsWith(`${base}/`),
  );
  return subject?.href.slice(base.length) ?? path;
}

function placeOf(index: number): Place {
  const right = index % 2 === 1;
  return { x: right ? room.width + corridor : 0, y: Math.floor(index / 2) * room.height, right };
}

function drawDoor(status: RealmStatus): Html {
  const { leaf, arc, beam } = doors[status];
  return html`<g id="d-${status}" transform="translate(${room.width} ${door.from})">${beam && html`<path class="beam" d="${beam}"/>`}${
    arc && html`<path class="light" d="${leaf}${arc.slice(arc.indexOf("A"))}z"/><path class="arc" d="${arc}"/>`
  }<path class="leaf leaf-wide" d="${leaf}"/></g>`;
}

/**
 * Outer walls with the gap of the front door, walls between rooms, and walls of the corridor with a gap for each door.
 */
function walls(places: readonly Place[], height: number): string {
  const middle = width / 2;
  const gap = door.width / 2;
  const outer = `M${middle - gap} ${height}H0V0H${width}V${height}H${middle + gap}`;
  const inner = places.map(({ y, right }) => {
    const across = `${right ? "h-" : "h"}${room.width}`;
    const start = y === 0 ? `M${right ? room.width + corridor : room.width} 0` : `M${right ? width : 0} ${y}${across}`;
    return `${start}v${door.from}m0 ${door.width}v${room.height - door.from - door.width}`;
  });
  const last =
    places.length % 2 === 1
      ? `M${width - room.width} ${height}v${-room.height}${places.length > 1 ? "H" + width : ""}`
      : "";
  return outer + inner.join("") + last;
}

/** A name, cut where it is longer than its room. */
function fitted(line: string, size: number): string {
  if (widthOf(line) * size <= text.width + size) return line;
  const letters = [...line];
  while (widthOf(letters.join("")) * size > text.width - size) letters.pop();
  return `${letters.join("").trimEnd()}…`;
}

/** The width of a text in em, about: letters of the display face, and square signs such as Chinese ones. */
function widthOf(line: string): number {
  return [...line].reduce((sum, sign) => sum + ((sign.codePointAt(0) ?? 0) > 0x2e7f ? 1 : 0.53), 0);
}

/**
 * Paths of the icon for each status: a door as a floor plan draws it, with a gap in the wall, the door's leaf and the
 * arc of its movement. The more open the realm, the wider the door.
 */
const leaves: Record<RealmStatus, { light: string; arc: string; leaf: string }> = {
  open: { light: "M5 6h14a14 14 0 0 1-14 14z", arc: "M19 6a14 14 0 0 1-14 14", leaf: "M5 6v14" },
  growing: { light: "M5 6h14a14 14 0 0 1-4.1 9.9z", arc: "M19 6a14 14 0 0 1-4.1 9.9", leaf: "m5 6 9.9 9.9" },
  quiet: { light: "M5 6h14a14 14 0 0 1-.8 4.8z", arc: "M19 6a14 14 0 0 1-.8 4.8", leaf: "m5 6 13.2 4.8" },
  closed: { light: "", arc: "", leaf: "M5 6h14" },
};

const icons = Object.fromEntries(
  Object.entries(leaves).map(([status, { light, arc, leaf }]) => [
    status,
    trusted(
      `<svg class="door door-${status}" viewBox="0 0 24 24" width="24" height="24"` +
        ` aria-hidden="true" focusable="false"><path class="gap" d="M5 6h14"/>` +
        (light && `<path class="light" d="${light}"/><path class="arc" d="${arc}"/>`) +
        `<path class="leaf" d="${leaf}"/><path class="jambs" d="M0 6h5m14 0h5"/></svg>`,
    ),
  ]),
) as Record<RealmStatus, Html>;

/** The icon of a status. It is decoration, hidden from screen readers: the status as a word belongs beside it. */
export function renderDoor(status: RealmStatus): Html {
  return icons[status];
}
