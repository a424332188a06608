import { join } from "node:path";
import { expect, test } from "vitest";
import { folderOf } from "../build/folder.ts";
import { buildSite } from "../build/site.ts";

const input = folderOf({
  "book.toml": "[book]\ntitle = 'Kettle'\n",
  "src/SUMMARY.md":
    "# Summary\n\n[Introduction](README.md)\n\n- [Zebras](./zebra.md)\n  - [One](zoo/my%20one.md)\n- [Draft]()\n" +
    "- [Apples](apple.md)\n- [Again](zebra.md)\n",
  "src/README.md": "# Kettle\n",
  "src/apple.md": "# Apple\n",
  "src/zebra.md": "Stripes.\n",
  "src/zoo/my one.md": "Text.\n",
  "src/extra.md": "# Extra\n",
});

test.each([
  ["src", ""],
  [".", "/src"],
])("the pages of a book are in the order of its summary, which is no page: %s", async (folder, base) => {
  const site = await buildSite({ input: join(input, folder) });
  const titles = Object.fromEntries(site.model.pages.map(({ path, title }) => [path, title]));
  expect(titles).toMatchObject({ [`${base}/zebra/`]: "Zebras", [`${base}/apple/`]: "Apple" });
  expect(titles).toMatchObject({ [`${base}/zoo/my-one/`]: "One" });
  expect(site.html.get(`${base}/apple/`)).toContain(`rel="prev" href="${base}/zebra/"`);
  expect(site.html.get(`${base}/apple/`)).toContain(`rel="next" href="${base}/extra/"`);
  expect(titles).not.toHaveProperty([`${base}/summary/`]);
  expect(site.warnings).toContainEqual(
    expect.stringMatching(
      /^1 file is left out by mdBook, which takes the order of pages from it: `(src\/)?SUMMARY\.md`\.$/,
    ),
  );
});
