import { test } from "vitest";
import { sampleServer } from "../support/server.ts";
import { expectWhole } from "./whole-page.ts";

/** Pages of the kinds that are not visited by `npm test`. */
const pages =
  "/notes/ /realms/ /realms/hall/ /manifesto/ /greeting/ /corpus/ /specimen/ /tags/".split(" ");

test.each(pages)(
  "%s is whole, keeps to this origin, fits a phone, and is printed without controls",
  async (path) => {
    const { origin } = await sampleServer();
    await expectWhole(origin, path);
  },
);
