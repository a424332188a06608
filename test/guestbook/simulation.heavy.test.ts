import { describe, expect, test } from "vitest";
import { brokenRules } from "./simulation/mistakes.ts";
import { type Guestbook, guestbookAsIs, simulate } from "./simulation/simulation.ts";

/** Every mistake shows within this many worlds. */
const patience = 200;

test("the storage loses, doubles and invents nothing in 200 worlds", async () => {
  for (let seed = 0; seed < 200; seed++)
    expect((await simulate(guestbookAsIs, seed)).violations, `seed ${seed}`).toEqual([]);
});

describe("the simulation notices storage that", () => {
  for (const [name, mistake] of Object.entries(brokenRules)) {
    test(name, { timeout: 240_000 }, async () => {
      expect(await firstViolation(mistake(guestbookAsIs))).not.toBeNull();
    });
  }
});

/** What goes wrong first with a mistake in the storage, or null if nothing does. */
async function firstViolation(guestbook: Guestbook): Promise<string | null> {
  for (let seed = 0; seed < patience; seed++) {
    const { violations } = await simulate(guestbook, seed, { untilFirst: true });
    if (violations.length > 0) return violations[0] as string;
  }
  return null;
}
