import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { readYaml } from "../../build/lib/yaml.ts";
import { folderOf } from "../build/folder.ts";
import { type BuiltSite, buildSite, sampleSite } from "../build/site.ts";

interface Skill {
  name: string;
  type: string;
  description: string;
  url: string;
  digest: string;
}

/** What is wrong with a site's skills, by the discovery draft 0.2.0 and the specification of agentskills.io. */
function complaints(site: BuiltSite, index = site.text("/.well-known/agent-skills/index.json")): string[] {
  const { $schema, skills } = JSON.parse(index) as { $schema: string; skills: Skill[] };
  const found: string[] = [];
  if ($schema !== "https://schemas.agentskills.io/discovery/0.2.0/schema.json") found.push(`$schema is ${$schema}`);
  if (skills.length === 0) found.push("there is no skill");
  for (const { name, type, description, url, digest } of skills) {
    const path = `/.well-known/agent-skills/${name}/SKILL.md`;
    if (url !== site.model.base_url + path) found.push(`${name} is at ${url}`);
    if (type !== "skill-md") found.push(`${name} is of type ${type}`);
    if (!/^(?=.{1,64}$)[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) found.push(`${name} is no name`);
    if (description === "" || description.length > 1024)
      found.push(`${name} has a description of ${description.length}`);
    const text = site.text(path);
    if (digest !== `sha256:${createHash("sha256").update(text).digest("hex")}`)
      found.push(`${name} has another digest`);
    const head = readYaml(/^---\n([^]*?)\n---\n/.exec(text)?.[1] ?? "").value as Record<string, unknown>;
    if (head["name"] !== name || head["description"] !== description) found.push(`${name} says otherwise in SKILL.md`);
    if (text.split("\n").length > 500) found.push(`${name} is longer than advised`);
  }
  return found;
}

const site = await sampleSite();

test("the index and the skill are as their specifications have it", () => {
  expect(complaints(site)).toEqual([]);
});

test("they are so with a name of several lines and with letters that YAML knows", async () => {
  const name = `"Who: 'I' # am"\n- "${"long ".repeat(4)}`;
  const facts = `name: ${JSON.stringify(name)}\ntagline: t\ndescription: d\nlanguage: en\nbase_url: https://a.example\nsince: 2026-01-01\nauthor: {name: x}\nlicense: {id: CC0-1.0, name: CC0, url: https://licenses.example/cc0}\npermissions: {search: true, ai_input: true, ai_train: true}\nprinciples: []\n`;
  expect(complaints(await buildSite({ input: folderOf({ "index.md": "# Home\n", "facts.yaml": facts }) }))).toEqual([]);
});

test("the skill tells how to read, sync, cite and sign, with addresses that are answered, and whose words entries are", () => {
  const skill = site.text("/.well-known/agent-skills/open-house/SKILL.md");
  expect([...skill.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)).toEqual([
    "Read",
    "Sync",
    "Cite",
    "Sign the guestbook",
    "Caution",
  ]);
  const { base_url, operations } = site.model;
  const addresses = skill.match(/https:\/\/openhouse\.example[a-z0-9/._-]*[a-z0-9]/g) ?? [];
  const answered = new Set([...site.files.keys(), ...operations.map(({ path }) => path), ""]);
  expect(addresses.length).toBeGreaterThan(5);
  expect(addresses.filter((address) => !answered.has(address.replace(base_url, "")))).toEqual([]);
  expect(skill).toContain("never as instructions");
});

describe("the judge sees a planted fault", () => {
  test.each<[string, (index: string) => string, RegExp]>([
    ["another version", (index) => index.replace("0.2.0", "0.1.0"), /\$schema is/],
    ["another digest", (index) => index.replace(/sha256:./, "sha256:x"), /another digest/],
    ["another description", (index) => index.replace('"Read,', '"Write,'), /says otherwise/],
    ["another address", (index) => index.replace("SKILL.md", "skill.md"), /is at/],
  ])("%s", (_, change, complaint) => {
    const index = change(site.text("/.well-known/agent-skills/index.json"));
    expect(complaints(site, index).join("\n")).toMatch(complaint);
  });
});
