import { expect, test } from "vitest";
import { renderPlan } from "../../build/layouts/plan.ts";
import { type RealmStatus, realmStatusNames } from "../../build/schemas/fields.ts";
import { elementsOf } from "../judges/judge/markup.ts";
import { fixturePage } from "./fixture.ts";

const roomOf = (title: string, status: RealmStatus = "open") =>
  fixturePage(`/realms/${encodeURIComponent(title.toLowerCase())}/`, {
    type: "realm",
    title,
    realm: { status, since: null, affordances: [] },
  });
const planOf = (...of: Parameters<typeof renderPlan>) => String(renderPlan(...of));

test("without rooms there is no plan", () => expect(renderPlan([])).toBeNull());

test("each room is a link with its name and status, and has the door of its status", () => {
  const plan = planOf(realmStatusNames.map((status) => roomOf(`Room ${status}`, status)));
  const links = elementsOf(plan).filter(({ name }) => name === "a");
  expect(links.map(({ attributes }) => attributes["aria-label"])).toEqual(
    realmStatusNames.map((status) => `Room ${status}, ${status}`),
  );
  for (const status of realmStatusNames)
    expect(plan).toMatch(new RegExp(`${status}"><svg class="door door-${status}"[^]*?</svg>Room ${status}</a>`));
});

test.each([
  ["a page of this site", "GET", "https://house.example/search/", "text/html", "/search/"],
  ["a page of another site", "GET", "https://elsewhere.example/", "text/html", "/realms/hall/"],
  ["data", "GET", "https://house.example/feed.xml", "application/atom+xml", "/realms/hall/"],
  ["what one sends", "POST", "https://house.example/guestbook/", "text/html", "/realms/hall/"],
] as const)("on the home page a room about %s leads to its subject", (...row) => {
  const [, method, href, media_type, subject] = row;
  const affordances = [{ action: "look", label: "Look", method, href, media_type }];
  const room = { ...roomOf("Hall"), realm: { status: "open" as const, since: null, affordances } };
  expect(planOf([room])).toContain(`<a href="${subject}"`);
});

test("of many rooms the first twelve are shown, their names escaped", () => {
  const plan = planOf(Array.from({ length: 40 }, (_, index) => roomOf(`<b>Room ${index}`)));
  expect(plan.match(/<a /g)).toHaveLength(12);
  expect(plan).not.toContain("<b>");
});
