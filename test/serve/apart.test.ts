import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assertApart } from "../../build/cli/build.ts";
import { fixture } from "../support/fixture.ts";

test("an output folder that is the content, in it or around it is refused, by whatever name", async () => {
  const folder = await fixture({ "site/index.md": "# Home\n" });
  const site = join(folder, "site");
  await symlink(site, join(folder, "link"));
  const refused = /is the content folder .*, inside of it or around it, so nothing was written/;
  const table: [output: string, says: RegExp | null][] = [
    ["site", refused],
    ["link", refused],
    ["site/..out", refused],
    ["site/new/deep", refused],
    ["link/new", refused],
    [".", refused],
    ["..", refused],
    ["site-built", null],
    ["_site", null],
    ["new/site", null],
  ];
  for (const [output, says] of table) {
    const check = () => assertApart(site, join(folder, output));
    if (says === null) expect(check, output).not.toThrow();
    else expect(check, output).toThrow(says);
  }
});
