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
    const total = { acknowledged: 0, erased: 0, reads: 0, keyedAnswers: 0, otherTimes: 0, doubled: 0 };
    for (let seed = 0; seed < runs; seed++) {
      const outcome = await simulate(guestbookAsIs, seed);
      expect(outcome.violations, `seed ${seed}`).toEqual([]);
      for (const what of Object.keys(total) as (keyof typeof total)[]) total[what] += outcome[what];
    }
    // Published in site/notes/how-the-guestbook-keeps.md.
    if (process.env["GUESTBOOK_RUNS"] !== undefined) process.stdout.write(`${runs} worlds: ${JSON.stringify(total)}\n`);
    expect(total.acknowledged).toBeGreaterThan(runs * 20);
    expect(total.erased).toBeGreaterThan(runs);
  });

  test("is the same when the seed is the same", async () => {
    expect(await simulate(guestbookAsIs, 7)).toEqual(await simulate(guestbookAsIs, 7));
  });
});
