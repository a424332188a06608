import { describe, expect, test } from "vitest";
import { assumptions } from "./simulation/kinds.ts";
import { guestbookAsIs, simulate } from "./simulation/simulation.ts";

/** How many worlds to try; `npm run judges` tries 200, and `GUESTBOOK_RUNS=2000` is for a long look. */
const runs = Number(process.env["GUESTBOOK_RUNS"] ?? 10);

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
