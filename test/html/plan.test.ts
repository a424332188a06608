import { describe, expect, test } from "vitest";
import { threeForms } from "../../build/insertions/three-forms.ts";
import { renderPlan } from "../../build/layouts/plan.ts";
import type { SiteModel } from "../../build/model/site-model.ts";
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

describe("one paragraph in three forms", () => {
  const note = fixturePage("/notes/tea/", {
    title: "Tea",
    type: "note",
    twin: Buffer.from("---\ntitle: Tea\n---\n\n# Tea\n\nTea is *hot*.\n\nMore.\n"),
    record: Buffer.from(`${JSON.stringify({ id: "notes/tea", sha256: "0".repeat(64), text: "Tea is hot." })}\n`),
  });
  const formsOf = (...notes: (typeof note)[]) =>
    threeForms({ notes, base_url: "https://x.example" } as unknown as SiteModel);

  test("they are cut out of the page, its Markdown and its record", () => {
    const forms = formsOf(note);
    expect(forms).toContain("- [As a page](/notes/tea/)\n\n  Tea is *hot*.");
    expect(forms).toContain("  # Tea\n\n  Tea is *hot*.\n  ````");
    expect(forms).toContain('"text": "Tea is hot."');
    expect(forms).toContain('"sha256": "000000000000000…"');
    expect(forms).not.toContain("More.");
  });

  test("a note that begins with something else gives way to an earlier one", () => {
    const list = { ...note, twin: Buffer.from("---\ntitle: List\n---\n\n# List\n\n- a\n") };
    expect(formsOf(list)).toBe("");
    expect(formsOf(list, note)).toContain("Tea is *hot*.");
  });
});
