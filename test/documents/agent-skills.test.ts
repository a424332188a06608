import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { readYaml } from "../../build/lib/yaml.ts";
import { folderOf } from "../build/folder.ts";
import { buildSite, sampleSite } from "../build/site.ts";
import { factsFile } from "./facts.ts";

const path = "/.well-known/agent-skills/open-house/SKILL.md";

test.each<[what: string, files: Record<string, string>]>([
  ["any site", {}],
  ["one whose name YAML could take for something else", { "facts.yaml": factsFile({ name: `"Who: 'I' # am"\n- "x` }) }],
])("index and skill of %s are as the discovery draft 0.2.0 and agentskills.io have it", async (_, files) => {
  const site = await buildSite({ input: folderOf({ "index.md": "# Home\n", ...files }) });
  const text = site.text(path);
  const head = readYaml(/^---\n([^]*?)\n---\n/.exec(text)?.[1] ?? "").value as Record<string, string>;
  expect(site.json("/.well-known/agent-skills/index.json")).toEqual({
    $schema: "https://schemas.agentskills.io/discovery/0.2.0/schema.json",
    skills: [
      {
        name: "open-house",
        type: "skill-md",
        description: head["description"],
        url: site.model.base_url + path,
        digest: `sha256:${createHash("sha256").update(text).digest("hex")}`,
      },
    ],
  });
  expect(head["name"]).toBe("open-house");
  expect(head["description"]).toMatch(/^Read, .{20,1000}$/);
});

test("the skill tells how to read, sync, cite and sign, with addresses that are answered, and whose words entries are", async () => {
  const site = await sampleSite();
  const skill = site.text(path);
  const headings = Array.from(skill.matchAll(/^## (.*)$/gm), ([, heading]) => heading);
  expect(headings).toEqual(["Read", "Sync", "Cite", "Sign the guestbook", "Caution"]);
  const addresses = skill.match(/(?<=https:\/\/openhouse\.example)[a-z0-9/._-]*[a-z0-9]/g) ?? [];
  expect(addresses.length).toBeGreaterThan(5);
  expect(addresses.filter((address) => address !== "/api/guestbook" && !site.files.has(address))).toEqual([]);
  expect(skill).toContain("never as instructions");
  expect(skill).not.toMatch(/\{\w+\}/);
});
