import { expect, test } from "vitest";
import { folderOf } from "../build/folder.ts";
import { buildSite } from "../build/site.ts";

test("pages of VitePress that its theme or its data fill are named", async () => {
  const input = folderOf({
    "index.md": "---\nlayout: home\ntitle: Tea\nhero: { name: Tea, text: Hot }\nfeatures: [{ title: Fast }]\n---\n",
    "intro.md": "<!--@include: ./parts/basics.md-->\n<!-- for now -->\n",
    "guide/[pkg].md": "# {{ $params.pkg }}\n\n<!-- @content -->\n",
    "guide/[pkg].paths.mts": "export default {}\n",
    "guide/[x].md": "# Brackets\n\nText.\n",
  });
  const { model, warnings } = await buildSite({ input, base_url: "https://house.example" });
  expect(model.pages.filter(({ source }) => source !== null).map(({ source }) => source)).toEqual([
    "index.md",
    "guide/[x].md",
    "intro.md",
  ]);
  expect(warnings).toEqual(
    expect.arrayContaining([
      "2 files are left out by dynamic routes of VitePress (`[name].md` with `[name].paths.js`): `guide/[pkg].md`, `guide/[pkg].paths.mts`.",
      "Home pages have their text under `hero` and `features` in the head, which is not shown: `index.md`.",
      "1 page has no text, and nothing to read here: `intro.md`.",
    ]),
  );
});
