import { expect, test } from "vitest";
import { readLogseq } from "../../build/markdown/logseq.ts";
import { folderOf } from "../build/folder.ts";
import { buildSite } from "../build/site.ts";

const page = [
  "title:: My *Project*",
  "tags:: work, [[two words]], #work",
  "alias:: The Project",
  "",
  "- Some text",
  "  id:: 65a7c0de-1234-4321-abcd-1234567890ab",
  "  SCHEDULED: <2024-01-06 Sat>",
  "  :LOGBOOK:",
  "  CLOCK: [2024-01-05 Fri 10:00:00]",
  "  :END:",
  "- See ((65a7c0de-1234-4321-abcd-1234567890ab)), std::cout and `a:: b`",
  "- #+BEGIN_NOTE",
  "  note",
  "  #+END_NOTE",
  "- ```",
  "  key:: value",
  "  ```",
  "- [[toc]]",
].join("\n");

test("a page of a graph of Logseq has its title, its tags and its text, and what is left out is counted", async () => {
  const input = folderOf({ "logseq/config.edn": "{}", "pages/p.md": page, "pages/toc.md": "- Contents\n" });
  const { model, html, warnings } = await buildSite({ input, base_url: "https://house.example" });
  const made = model.pages.find(({ path }) => path === "/pages/p/");
  expect([made?.title, made?.tags, made?.description]).toEqual(["My Project", ["work", "two words"], "Some text"]);
  expect(made?.text).toBe(
    "Some text\n\nSee ((65a7c0de-1234-4321-abcd-1234567890ab)), std::cout and a:: b\n\n" +
      "#+BEGIN_NOTE note #+END_NOTE\n\nkey:: value\n\ntoc",
  );
  expect(html.get("/pages/p/")).toContain('<a href="/pages/toc/">toc</a>');
  expect(warnings.filter((warning) => warning.startsWith("Not understood"))).toEqual([
    "Not understood: blocks of Org (`#+BEGIN_NOTE`): 1 in one file, the first in pages/p.md:12.",
    "Not understood: dates and logs of Logseq (`SCHEDULED:`, `:LOGBOOK:`), which are left out: 2 in one file, the first in pages/p.md:7.",
    "Not understood: properties of Logseq (`key:: value`), which are left out: 2 in one file, the first in pages/p.md:3.",
    "Not understood: references of Logseq (`((id))`): 1 in one file, the first in pages/p.md:11.",
  ]);
});

test("elsewhere such lines are text", async () => {
  const input = folderOf({ "p.md": "title:: A\n\nText.\n" });
  const { model } = await buildSite({ input, base_url: "https://house.example" });
  expect(model.pages.find(({ path }) => path === "/p/")?.text).toBe("title:: A\n\nText.");
});

test.each([":LOGBOOK:\n", ":LOGBOOK:\n:END:\n", "a:: b\n", "SCHEDULED: <"])(
  "is bounded in time: %j",
  (line) => {
    const source = line.repeat(20_000);
    expect(readLogseq(source, () => {}).body.split("\n")).toHaveLength(source.split("\n").length);
  },
  5_000,
);
