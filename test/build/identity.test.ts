import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { faultsOf } from "../authors/faults-of.ts";
import { folderOf, putFiles } from "./folder.ts";
import { buildSite, sampleContent, sampleSite } from "./site.ts";

const text = readFileSync(join(sampleContent, "facts.yaml"), "utf8");
const own = text
  .replace(/^tagline: .*$/m, "tagline: Tools")
  .replace(/^ {2}name: Open House$/m, "  name: Ada");
const renamed = own.replace(/^name: .*$/m, "name: Ada's shed");

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
  ])("in %s takes the name of its home page or folder", async (folder, files, name) => {
    const site = await buildSite({ input: folderNamed(folder, files) });
    expect(site.model.facts.name).toBe(name);
    expect(site.json("/api/index.json")).toMatchObject({ name });
    expect(
      [...site.files.keys()].filter((path) => /<title>[^<]*Open House/.test(site.text(path))),
    ).toEqual([]);
  });

  test("is warned once that its address is a placeholder, and every document is published", async () => {
    const input = folderNamed("garden", { "index.md": "# Garden\n" });
    const site = await buildSite({ input });
    expect(site.warnings).toEqual([
      expect.stringMatching(/^There is no facts\.yaml.*: Garden\. The address .* placeholder/),
    ]);
    const documents = (await sampleSite()).model.catalogue.map(({ id }) => id);
    expect(site.model.catalogue.map(({ id }) => id)).toEqual(documents);
    const named = await buildSite({ input, base_url: "https://garden.example" });
    expect(named.warnings).toEqual([]);
  });
});

describe("an owner who changed the name", () => {
  const warningsFor = async (facts: string, base_url?: string) =>
    (
      await buildSite({
        input: folderOf({ "index.md": "# Home\n", "facts.yaml": facts }),
        base_url,
      })
    ).warnings.join("\n");

  test("is warned of the sample's address", async () => {
    const warnings = await warningsFor(renamed);
    expect(warnings).toMatch(
      /^The address in all links and documents is a placeholder, https:\/\/openhouse\.example/m,
    );
    expect(
      await warningsFor(renamed.replaceAll("house@openhouse", "ada@shed"), "https://shed.example"),
    ).toBe("");
  });

  test("is told of a folder that has only drafts", async () => {
    const drafted = { "notes/snow.md": "---\ndraft: true\n---\n\n# Snow\n" };
    const wrong = `${renamed}\nnavigation: [/notes/]\n`;
    const faults = await faultsOf({ ...drafted, "index.md": "# Home\n", "facts.yaml": wrong });
    expect(faults).toMatchObject([
      {
        field: "navigation[1]",
        problem: "leads to `/notes/`, which does not exist for readers: it has only drafts",
      },
    ]);
  });

  test("can give an icon, a picture for shared links and a face", async () => {
    const own = {
      "favicon.svg": "<svg/>",
      "social.png": "PNG",
      "style.css": ":root { --display-face: serif }",
    };
    const site = await buildSite({
      input: folderOf({ "index.md": "# Home\n", "facts.yaml": renamed, ...own }),
    });
    const html = site.html.get("/") ?? "";
    expect(html).toContain('<link rel="icon" href="/favicon.svg" type="image/svg+xml">');
    expect(html).toContain('content="https://openhouse.example/social.png"');
    expect(html).not.toContain("preload");
    expect((await sampleSite()).html.get("/")).toContain(
      '<link rel="preload" href="/assets/house/display.',
    );
  });

  test.each(["favicon.png", "favicon.ico"])("can give the icon %s", async (icon) => {
    const input = folderOf({ "index.md": "# Home\n", "facts.yaml": renamed, [icon]: "x" });
    const { html } = await buildSite({ input });
    expect(html.get("/")).toContain(`<link rel="icon" href="/${icon}">`);
  });

  test("the sample itself is not", async () => {
    expect((await sampleSite()).warnings).toEqual([]);
  });
});

describe("a page that says who publishes the site", () => {
  const about = { "about.md": "# About\n\n<!-- insert: contact -->\n" };
  const twinWith = async (facts: string) =>
    (
      await buildSite({
        input: folderOf({ ...about, "index.md": "# Home\n", "facts.yaml": facts }),
      })
    ).text("/about.md");

  test("gives name and mail as they are, once they are the owner's", async () => {
    const own = text.replaceAll("openhouse.example", "shed.example");
    const twin = await twinWith(own);
    expect(twin).toContain("[house@shed.example](mailto:house@shed.example)\n");
  });
});

test("with `edit_url` each page that was written links to its own file, and no other page does", async () => {
  const pages = {
    "index.md": "# Home\n",
    "notes/on moss.md": "# Moss\n",
    "notes/fern.md": "# Fern\n",
  };
  const linksWith = async (facts: string) => {
    const { html } = await buildSite({ input: folderOf({ ...pages, "facts.yaml": facts }) });
    const found = [...html].map(([path, page]) => [
      path,
      /<a href="([^"]*)">Edit this page<\/a>/.exec(page)?.[1],
    ]);
    return Object.fromEntries(found.filter(([, link]) => link !== undefined));
  };
  const edit = "https://git.example/me/site/edit/main/site";
  for (const end of ["", "/"])
    expect(await linksWith(`${text}\nedit_url: ${edit}${end}\n`)).toEqual({
      "/": `${edit}/index.md`,
      "/notes/fern/": `${edit}/notes/fern.md`,
      "/notes/on-moss/": `${edit}/notes/on%20moss.md`,
    });
  expect(await linksWith(text)).toEqual({});
});
