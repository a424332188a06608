import { describe, expect, test } from "vitest";
import { faultsOf } from "../authors/faults-of.ts";
import { folderOf } from "./folder.ts";
import { buildSite } from "./site.ts";

describe("a folder with a generated list is found by its name as written", async () => {
  const ways = [
    ["Plain/", "/plain/"],
    ["Plain", "/plain/"],
    ["/Plain/#list", "/plain/#list"],
    ["ein%20Ordner/", "/ein-ordner/"],
    ["<ein Ordner>", "/ein-ordner/"],
    ["Plain/Inner%20Part/", "/plain/inner-part/"],
    ["Caf%C3%A9/", "/caf%C3%A9/"],
  ] as const;
  const page = ways.map(([href], index) => `[${index}](${href})\n`).join("\n");
  const site = await buildSite({
    input: folderOf({
      "index.md": page,
      "Plain/a.md": "# A\n\n[inner](Inner%20Part/)\n",
      "Plain/Inner Part/b.md": "# B\n\n[up](../../ein%20Ordner/)\n",
      "Plain/Inner Part/b2.md": "# B2\n",
      "ein Ordner/c.md": "# C\n",
      "ein Ordner/c2.md": "# C2\n",
      "Cafe\u0301/d.md": "# D\n",
      "Cafe\u0301/d2.md": "# D2\n",
    }),
    lenient: true,
  });

  test.each(ways.map((way, index) => [...way, index] as const))("%s", (_, leads, index) => {
    expect(site.html.get("/")).toContain(`<a href="${leads}">${index}</a>`);
  });

  test("beside the file of the page that links to it", () => {
    expect(site.html.get("/plain/a/")).toContain('<a href="/plain/inner-part/">inner</a>');
    expect(site.html.get("/plain/inner-part/b/")).toContain('<a href="/ein-ordner/">up</a>');
  });

  test("and that is no fault, but a folder that is not there is", async () => {
    expect(site.tolerated.filter(({ problem }) => !problem.includes("#list"))).toEqual([]);
    const faults = await faultsOf({ "index.md": "[x](Other/)\n" });
    expect(faults).toMatchObject([{ problem: "links to `Other/`, which does not exist" }]);
  });
});
