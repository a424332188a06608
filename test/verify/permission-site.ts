import { expect } from "vitest";
import { verify } from "../../build/verify/verify.ts";
import { folderOf } from "../build/folder.ts";
import { startServer } from "../support/server.ts";

export const open = { id: "CC0-1.0", url: "https://creativecommons.org/publicdomain/zero/1.0/" };
export const own = { id: "LicenseRef-House-Terms", url: "https://house.example/terms/" };

export function siteWith(license: { id: string; url: string }, permissions: typeof all): string {
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

export const all = { search: true, ai_input: true, ai_train: true };
export const none = { search: false, ai_input: false, ai_train: false };

/**
 * Expects that verify has nothing to say of a site with these permissions, and that its API says
 * them in this way.
 */
export async function expectSameEverywhere(
  license: { id: string; url: string },
  permissions: typeof all,
  headers: Record<string, string>,
): Promise<void> {
  const server = await startServer({ input: siteWith(license, permissions) });
  try {
    const index = await fetch(`${server.origin}/api/index.json`);
    expect(await index.json()).toMatchObject({ permissions, license });
    expect(Object.fromEntries(index.headers)).toMatchObject(headers);
    expect((await verify(server.origin, { wait: 1 })).checks.filter(({ holds }) => !holds)).toEqual(
      [],
    );
  } finally {
    await server.stop();
  }
}
