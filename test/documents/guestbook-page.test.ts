import { expect, test } from "vitest";
import { fieldLimits } from "../../functions/guestbook/entry.ts";
import { folderOf } from "../build/folder.ts";
import { buildSite, sampleContent } from "../build/site.ts";

const bare = { "index.md": "# Home\n" };
const own = { ...bare, "guestbook.md": "---\ntitle: Our book\n---\n\nWrite something.\n" };
const placed = {
  ...bare,
  "guestbook.md": "# Our book\n\n<!-- insert: guestbook -->\n\nThe end.\n",
};

test.each([
  ["of the project's own site", () => sampleContent],
  ["that ships with the pipeline", () => folderOf(bare)],
  ["of an author who says nothing of programs", () => folderOf(own)],
  ["of an author who chose the place", () => folderOf(placed)],
])(
  "the guestbook's page %s says, once, how programs read and sign, and so does its twin",
  async (_, input) => {
    const { text, html, model } = await buildSite({ input: input() });
    const address = `${model.base_url}/api/guestbook`;
    for (const shown of [
      text("/guestbook.md"),
      html.get("/guestbook/")?.replace(/<[^>]*>/g, "") ?? "",
    ]) {
      expect(shown.split(`curl ${address}\n`)).toHaveLength(2);
      expect(shown.split(`curl ${address} \\\n  -H`)).toHaveLength(2);
      const { message, name, url } = fieldLimits;
      expect(shown).toMatch(
        new RegExp(`${message} characters.*name \\(${name}\\).*address \\(${url}\\)`),
      );
    }
    expect(html.get("/guestbook/")).toContain('href="/api/openapi.json"');
    expect(text("/guestbook.md")).toContain(`(${model.base_url}/api/schemas/signature.json)`);
  },
);
