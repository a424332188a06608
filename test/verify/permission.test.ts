import { expect, test } from "vitest";
import { Faults } from "../../build/content/diagnostics.ts";
import { loadSite } from "../../build/pipeline/load-site.ts";
import { verify } from "../../build/verify/verify.ts";
import { folderOf } from "../build/folder.ts";
import { startServer } from "../support/server.ts";

const open = { id: "CC0-1.0", url: "https://creativecommons.org/publicdomain/zero/1.0/" };
const own = { id: "LicenseRef-House-Terms", url: "https://house.example/terms/" };

function siteWith(license: { id: string; url: string }, permissions: typeof all): string {
  return folderOf({
    "index.md": "# The way in\n\nWelcome.\n",
    "terms.md": "# Terms\n\nAsk first.\n",
    "note.md": "---\ntype: note\ndate: 2026-11-20\n---\n\n# A note\n\nWith words.\n",
    "facts.yaml": JSON.stringify({
      name: "A house",
      tagline: "With rules",
      description: "A house whose owner decides.",
      language: "en",
      base_url: "https://house.example",
      since: "2026-11-20",
      author: { name: "Owner" },
      license: { name: "The license", ...license },
      permissions,
      principles: ["Nobody has to say who they are."],
    }),
  });
}

const all = { search: true, ai_input: true, ai_train: true };
const none = { search: false, ai_input: false, ai_train: false };

test.each([
  ["all is allowed", open, all, { "content-usage": "train-ai=y, search=y", "tdm-reservation": "0" }],
  ["training is not", own, { ...all, ai_train: false }, { "content-usage": "train-ai=n, search=y" }],
  ["only training is", own, { ...none, ai_train: true }, { "content-usage": "train-ai=y, search=n" }],
  ["nothing is", own, none, { "content-usage": "train-ai=n, search=n", "tdm-reservation": "1" }],
])("of a site where %s, every surface says the same", async (_, license, permissions, headers) => {
  const server = await startServer({ input: siteWith(license, permissions) });
  try {
    const index = await fetch(`${server.origin}/api/index.json`);
    expect(await index.json()).toMatchObject({ permissions, license });
    expect(Object.fromEntries(index.headers)).toMatchObject(headers);
    expect((await verify(server.origin, { wait: 1 })).checks.filter(({ holds }) => !holds)).toEqual([]);
  } finally {
    await server.stop();
  }
});

test.each(["CC0-1.0", "CC-BY-4.0", "CC-BY-SA-4.0", "MIT", "PDDL-1.0"])(
  "%s, which already allows what the permissions refuse, is a fault",
  async (id) => {
    const built = loadSite({ input: siteWith({ ...open, id }, { ...all, ai_train: false }) });
    await expect(built).rejects.toThrow(Faults);
    await expect(built).rejects.toThrow(
      new RegExp(`facts\\.yaml permissions: says no to ai_train, which the license ${id} already allows`),
    );
  },
);
