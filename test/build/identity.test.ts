import { chmodSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { sampleFacts } from "../../build/content/sample-facts.ts";
import { readYaml } from "../../build/lib/yaml.ts";
import type { Facts } from "../../build/schemas/facts.ts";
import { index } from "../../build/verify/checks/api.ts";
import { createClient } from "../../build/verify/client.ts";
import { createFindings } from "../../build/verify/finding.ts";
import { createSandbox } from "../../build/verify/sandbox.ts";
import { discover } from "../../build/verify/site.ts";
import { fixture } from "../support/fixture.ts";
import { startServer } from "../support/server.ts";
import { folderOf, putFiles } from "./folder.ts";
import { buildSite, sampleContent, sampleSite } from "./site.ts";

const text = readFileSync(join(sampleContent, "facts.yaml"), "utf8");
const sample = readYaml(text).value as Facts;
const renamed = text.replace(/^name: .*$/m, "name: Ada's shed");

function folderNamed(name: string, files: Record<string, string>): string {
  const folder = join(folderOf(), name);
  mkdirSync(folder, { recursive: true });
  putFiles(folder, files);
  return folder;
}

describe("a folder without facts", () => {
  test.each([
    ["garden", { "index.md": "---\ntitle: My *garden*\n---\n\nHello.\n" }, "My garden"],
    ["garden", { "README.md": "# The pond\n\nHello.\n" }, "The pond"],
    ["my-garden_notes", { "index.md": "Hello.\n" }, "My garden notes"],
    ["my-garden", { "a.md": "# A\n" }, "My garden"],
    ["garden/docs", { "a.md": "# A\n" }, "Garden"],
  ])("in %s takes the name of its home page or folder", async (folder, files, name) => {
    const site = await buildSite({ input: folderNamed(folder, files) });
    expect(site.model.facts.name).toBe(name);
    expect(site.json("/api/index.json")).toMatchObject({ name });
    expect([...site.files.keys()].filter((path) => /<title>[^<]*Open House/.test(site.text(path)))).toEqual([]);
  });

  test("is warned once that its address is a placeholder, and every document is published", async () => {
    const input = folderNamed("garden", { "index.md": "# Garden\n" });
    const site = await buildSite({ input });
    expect(site.warnings).toEqual([
      expect.stringMatching(/^There is no facts\.yaml.*: Garden\. The address .* placeholder/),
    ]);
    const documents = (await sampleSite()).model.catalogue.map(({ id }) => id);
    expect(site.model.catalogue.map(({ id }) => id)).toEqual(documents.filter((id) => id !== "security"));
    const named = await buildSite({ input, base_url: "https://garden.example" });
    expect(named.warnings).toEqual([]);
  });
});

describe("a folder without facts but with settings of another tool", () => {
  const home = { "index.md": "---\ntitle: Welcome\n---\n\nHello.\n" };
  const of = (folder: string, files: Record<string, string>) => buildSite({ input: folderNamed(folder, files) });

  test.each<[string, string, Partial<Facts>]>([
    [
      "hugo.toml",
      'baseURL = "https://tea.example/"\nlanguageCode = "de-at"\ntitle = "Tea"\n[params]\ndescription = "On tea."\n',
      { name: "Tea", tagline: "On tea.", description: "On tea.", language: "de-at", base_url: "https://tea.example" },
    ],
    [
      "config.toml",
      'base_url = "https://tea.example"\ntitle = "Tea"\n',
      { name: "Tea", base_url: "https://tea.example" },
    ],
    [
      "_config.yml",
      "title: Tea\ntagline: Hot\ndescription: >-\n  On\n  tea.\nurl: https://tea.example\nbaseurl: ''\nlang: fr\n",
      { name: "Tea", tagline: "Hot", description: "On tea.", language: "fr", base_url: "https://tea.example" },
    ],
    [
      "mkdocs.yml",
      "site_name: Tea\nsite_url: https://tea.example/\nmarkdown_extensions:\n  - emoji: !!python/name:os.system\n",
      { name: "Tea", base_url: "https://tea.example" },
    ],
    ["book.toml", '[book]\ntitle = "Tea"\nlanguage = "he"\n', { name: "Tea", language: "he" }],
  ])("takes them from %s", async (file, settings, expected) => {
    const site = await of("garden", { ...home, [file]: settings });
    expect(site.model.facts).toMatchObject(expected);
    expect(site.warnings.join("\n")).toContain(
      `There is no facts.yaml, so the site is named after \`${file}\`: Tea. ` +
        (expected.base_url
          ? `Its address is the one in \`${file}\`, https://tea.example.`
          : "The address in all links"),
    );
  });

  test("finds them beside a folder named for what is in it, and only there", async () => {
    const above = folderNamed("garden", { "mkdocs.yml": "site_name: Tea\n" });
    const named = (folder: string) => {
      putFiles(above, Object.fromEntries(Object.entries(home).map(([path, text]) => [`${folder}/${path}`, text])));
      return buildSite({ input: join(above, folder) });
    };
    expect((await named("docs")).model.facts.name).toBe("Tea");
    expect((await named("roses")).model.facts.name).toBe("Welcome");
  });

  // An administrator may read every folder.
  test.skipIf(process.getuid?.() === 0)("does without those in a folder that may not be read", async () => {
    const above = folderNamed("garden", {});
    putFiles(above, { "docs/index.md": home["index.md"] });
    chmodSync(above, 0o311);
    onTestFinished(() => chmodSync(above, 0o755));
    expect((await buildSite({ input: join(above, "docs") })).model.facts.name).toBe("Welcome");
  });

  test.each([
    [
      "an address with a path",
      'title = "Tea"\nbaseURL = "https://git.example/tea/"\n',
      /git\.example\/tea, is more than/,
    ],
    ["an address that tools write themselves", 'title = "Tea"\nbaseURL = "https://example.org/"\n', /is a placeholder/],
    ["a file that cannot be read", "title = \n", /^`hugo\.toml` cannot be read, so nothing that it says is used: /m],
  ])("does not take %s", async (_, settings, told) => {
    const site = await of("garden", { ...home, "hugo.toml": settings });
    expect(site.model.facts.base_url).toBe("https://openhouse.example");
    expect(site.warnings.join("\n")).toMatch(told);
  });

  test("takes a config.toml beside a folder content for that of Hugo or Zola", async () => {
    const files = { "config.toml": 'title = "Tea"\n', "content/_index.md": home["index.md"] };
    expect((await of("garden", files)).model.facts.name).toBe("Tea");
  });

  test.each([
    ['title = "Rules"\n', "Welcome"],
    ['title = "Tea"\n[server]\nport = 80\n', "Welcome"],
    ['title = "Tea"\nbaseURL = "https://tea.example"\n', "Tea"],
    ['title = "Tea"\nbase_url = "/"\n', "Tea"],
    ['title = "Tea"\n[taxonomies]\n', "Tea"],
  ])("takes a config.toml for that of Hugo or Zola by its keys: %j", async (settings, name) => {
    expect((await of("garden", { ...home, "config.toml": settings })).model.facts.name).toBe(name);
  });

  test("leaves facts as they are", async () => {
    const site = await of("garden", { ...home, "facts.yaml": renamed, "hugo.toml": 'title = "Tea"\n' });
    expect(site.model.facts.name).toBe("Ada's shed");
    expect(site.warnings.join("\n")).not.toContain("hugo.toml`:");
    const broken = await of("garden", { ...home, "facts.yaml": renamed, "hugo.toml": "title = \n" });
    expect(broken.warnings.join("\n")).toContain("cannot be read");
  });
});

describe("an owner who changed the name", () => {
  const warningsFor = async (facts: string, base_url?: string) =>
    (await buildSite({ input: folderOf({ "index.md": "# Home\n", "facts.yaml": facts }), base_url })).warnings.join(
      "\n",
    );

  test("is warned of the sample's address, mail and license, each", async () => {
    const warnings = await warningsFor(renamed);
    expect(warnings).toMatch(/^The address in all links and documents is a placeholder, https:\/\/openhouse\.example/m);
    expect(warnings).toMatch(/`author\.email: house@openhouse\.example`, `security\.contact: mailto:house@openhouse/);
    expect(warnings).toMatch(/^facts\.yaml: still the sample's words.*: `author\.name`, `description`, `tagline`\.$/m);
    expect(warnings).toMatch(/the license is still the sample's.*`license\.id: CC0-1\.0`/);
    expect(await warningsFor(renamed, "https://shed.example")).not.toContain("placeholder");
  });

  test("is not, once they are changed, or the license is said to be meant", async () => {
    const changed = renamed
      .replaceAll("openhouse.example", "shed.example")
      .replace(/^tagline: .*$/m, "tagline: A shed")
      .replace(/^ {2}name: Open House$/m, "  name: Ada")
      .replace(/^description: >-\n(?: {2}.*\n)+/m, "description: It has roses.\n");
    expect(await warningsFor(changed)).toMatch(/^facts\.yaml: the license is still the sample's[^\n]*$/);
    const chosen = changed.replace(/^ {2}id: CC0-1.0$/m, "$&\n  chosen: true");
    expect(await warningsFor(chosen)).toBe("");
    const built = await buildSite({ input: folderOf({ "index.md": "# Home\n", "facts.yaml": chosen }) });
    expect(JSON.stringify(built.json("/api/site.json"))).not.toContain("chosen");
    expect(await warningsFor(changed.replaceAll("CC0-1.0", "LicenseRef-Mine"))).toBe("");
  });

  test("the sample itself is not, and is what the comparison takes it for", async () => {
    expect((await sampleSite()).warnings).toEqual([]);
    const { name, tagline, description, base_url, license } = sample;
    expect({ name, tagline, description, host: new URL(base_url).host, license: license.id }).toEqual(sampleFacts);
    expect(sample.author.email).toMatch(new RegExp(`@${sampleFacts.host}$`));
  });

  test("is told by verify, too", async () => {
    const sandbox = createSandbox();
    onTestFinished(sandbox.close);
    const notesOf = async (facts: string) => {
      const server = await startServer({ input: await fixture({ "index.md": "# Home\n", "facts.yaml": facts }) });
      const client = createClient(server.origin);
      const found = createFindings();
      await index.run(await discover({ client, sandbox, wait: 0, lenient: false, sample: 1 }), found);
      await server.stop();
      return found.list.filter(({ where }) => where === "facts.yaml");
    };
    expect(await notesOf(renamed)).toEqual([
      { level: "note", where: "facts.yaml", what: `\`tagline\` is still the sample's: ${sampleFacts.tagline}` },
      { level: "note", where: "facts.yaml", what: `\`description\` is still the sample's: ${sampleFacts.description}` },
      { level: "note", where: "facts.yaml", what: "`author.name` is still the sample's: Open House" },
      { level: "note", where: "facts.yaml", what: "`author.email` is still the sample's: house@openhouse.example" },
      {
        level: "note",
        where: "facts.yaml",
        what: "`security.contact` is still the sample's: mailto:house@openhouse.example",
      },
      { level: "note", where: "facts.yaml", what: "`license.id` is still the sample's: CC0-1.0" },
    ]);
    expect(await notesOf(text)).toEqual([]);
  });
});

describe("a page that says who publishes the site and where its source is", () => {
  const about = { "about.md": "# About\n\n<!-- insert: contact -->\n\n<!-- insert: source -->\n" };
  const twinWith = async (facts: string) =>
    (await buildSite({ input: folderOf({ ...about, "index.md": "# Home\n", "facts.yaml": facts }) })).text("/about.md");

  test("says of the sample's mail that nobody receives it, and of a source without an address that it is not stated", async () => {
    const twin = await twinWith(text);
    expect(twin).toContain("(mailto:house@openhouse.example). This address is an example and receives no mail");
    expect(twin).toContain("is not stated");
  });

  test("gives both as they are, once they are the owner's", async () => {
    const own = text.replaceAll("openhouse.example", "shed.example");
    const twin = await twinWith(`${own}\nrepository: https://git.example/shed\n`);
    expect(twin).toContain("[house@shed.example](mailto:house@shed.example)\n");
    expect(twin).toContain("<https://git.example/shed>");
  });
});
