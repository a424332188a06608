import { fault, type Finding } from "../finding.ts";
import type { House } from "../house.ts";
import { distinct } from "./expectations.ts";

/** How many requests are made at once: more than a browser would, fewer than would trouble anyone. */
const burst = 40;

/** Many requests at once are all answered, and nothing in the whole run was told to ask less. */
export async function noLimits(house: House): Promise<Finding[]> {
  const answers = await Promise.all(Array.from({ length: burst }, () => house.ask("/")));
  return distinct([
    ...answers
      .filter(({ status }) => status !== 200)
      .map(({ status }) => fault("/", `answers ${status} to one of ${burst} requests at once`)),
    ...house.client
      .seen()
      .filter(({ status }) => status === 429)
      .map(({ path }) => fault(path, "answers 429: it counts how often one asks")),
  ]);
}
