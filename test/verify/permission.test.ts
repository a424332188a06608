import { expect, test } from "vitest";
import { Faults } from "../../build/content/diagnostics.ts";
import { prepareSite } from "../../build/pipeline/prepare-site.ts";
import { all, expectSameEverywhere, none, open, own, siteWith } from "./permission-site.ts";

// The small site of the other tests of verify allows all but training; others are built by `npm run
// judges`.
test("of a site where only quoting is allowed, every surface says the same", () =>
  expectSameEverywhere(
    own,
    { ...none, ai_input: true },
    { "content-usage": "train-ai=n, search=n" },
  ));

test.each(["CC0-1.0", "CC-BY-4.0", "CC-BY-SA-4.0", "MIT", "PDDL-1.0"])(
  "%s, which already allows what the permissions refuse, is a fault",
  async (id) => {
    const built = prepareSite({ input: siteWith({ ...open, id }, { ...all, ai_train: false }) });
    await expect(built).rejects.toThrow(Faults);
    await expect(built).rejects.toThrow(
      new RegExp(
        `facts\\.yaml permissions: says no to ai_train, which the license ${id} already allows`,
      ),
    );
  },
);
