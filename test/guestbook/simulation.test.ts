import { describe, expect, test } from "vitest";
import { assumptions } from "./simulation/kinds.ts";
import { brokenRules } from "./simulation/mistakes.ts";
import { type Guestbook, guestbookAsIs, simulate } from "./simulation/simulation.ts";

/** How many worlds to try; more for a long look: `GUESTBOOK_RUNS=2000`. */
const runs = Number(process.env["GUESTBOOK_RUNS"] ?? 45);

/** Every mistake shows within this many worlds. */
const patience = 200;

describe("the storage, with a store that fails", () => {
  test.each(assumptions)("may take for granted that $name", ({ longest, limit }) => {
    expect(longest).toBeLessThan(limit);
  });

  test(`loses, doubles and invents nothing in ${runs} worlds`, { timeout: 20_000 + runs * 2_000 }, async () => {
    let acknowledged = 0;
    let erased = 0;
    for (let seed = 0; seed < runs; seed++) {
      const outcome = await simulate(guestbookAsIs, seed);
      expect(outcome.violations, `seed ${seed}`).toEqual([]);
      acknowledged += outcome.acknowledged;
      erased += outcome.erased;
    }
    expect(acknowledged).toBeGreaterThan(runs * 20);
    expect(erased).toBeGreaterThan(runs);
  });

  test("is the same when the seed is the same", async () => {
    expect(await simulate(guestbookAsIs, 7)).toEqual(await simulate(guestbookAsIs, 7));
  });
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
