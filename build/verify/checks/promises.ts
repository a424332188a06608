import { checkFor } from "../../promises/check.ts";
import { promiseChecks } from "../../promises/checks.ts";
import type { Check, Finding } from "../finding.ts";
import type { House } from "../house.ts";
import { distinct, meetsExpectations } from "./expectations.ts";
import { freeToUse } from "./free-to-use.ts";
import { keptWords } from "./kept-words.ts";
import { noIdentity } from "./no-identity.ts";
import { noLimits } from "./no-limits.ts";
import { noWatching } from "./no-watching.ts";
import { openOrigin } from "./open-origin.ts";
import { sameForAll } from "./same-for-all.ts";

/** What is looked at besides the published requests: all pages instead of one, all answers of the run instead of three. */
const further: Readonly<Record<string, { title: string; look: (house: House) => Promise<Finding[]> }>> = {
  "no-identity": { title: "Nobody is asked who they are", look: noIdentity },
  "no-watching": { title: "Nobody is watched", look: noWatching },
  "no-limits": { title: "Nobody is told to ask less", look: noLimits },
  "same-for-all": { title: "Everyone is given the same", look: sameForAll },
  "open-origin": { title: "Every origin may read", look: openOrigin },
  "free-to-use": { title: "Permission is the same on every surface", look: freeToUse },
  "kept-words": { title: "Words are kept as they were written", look: keptWords },
};

/** The seven promises, by the very requests that are published for them, and then by more of the same kind. */
export const promises: readonly Check[] = promiseChecks.map((check, index) => ({
  id: check.id,
  title: `${index + 1}. ${further[check.id]?.title}`,
  part: "promises",
  async run(house) {
    const { requests } = checkFor(check, house);
    return distinct([...(await meetsExpectations(house, requests)), ...((await further[check.id]?.look(house)) ?? [])]);
  },
}));
