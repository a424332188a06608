import { type Html, trusted } from "../lib/html.ts";
import type { RealmStatus } from "../schemas/fields.ts";

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
