import { describe, expect, test } from "vitest";
import { brokenRules } from "./simulation/mistakes.ts";
import { type Guestbook, guestbookAsIs, simulate } from "./simulation/simulation.ts";

/** How many worlds to try; more for a long look: `GUESTBOOK_RUNS=5000`. */
const runs = Number(process.env["GUESTBOOK_RUNS"] ?? 120);

/** Every mistake shows within this many worlds. */
const patience = 120;

describe("the storage, against an unkind store", () => {
  test(`loses, doubles and invents nothing in ${runs} worlds`, { timeout: 20_000 + runs * 500 }, async () => {
    let acknowledged = 0;
    for (let seed = 0; seed < runs; seed++) {
      const outcome = await simulate(guestbookAsIs, seed);
      expect(outcome.violations, `seed ${seed}`).toEqual([]);
      acknowledged += outcome.acknowledged;
    }
    expect(acknowledged).toBeGreaterThan(runs * 20);
  });

  test("is the same when the seed is the same", async () => {
    const [first, second] = [await simulate(guestbookAsIs, 7), await simulate(guestbookAsIs, 7)];
    expect(second.reads).toBe(first.reads);
    expect(second.acknowledged).toBe(first.acknowledged);
  });
});

describe("a simulation worth its name notices storage that", () => {
  for (const [name, mistake] of Object.entries(brokenRules)) {
    test(name, { timeout: 120_000 }, async () => {
      expect(await firstViolation(mistake(guestbookAsIs))).not.toBeNull();
    });
  }
});

/** What goes wrong first with a mistake in the storage, or null if nothing does. */
async function firstViolation(guestbook: Guestbook): Promise<string | null> {
  for (let seed = 0; seed < patience; seed++) {
    const { violations } = await simulate(guestbook, seed);
    if (violations.length > 0) return violations[0] as string;
  }
  return null;
}
