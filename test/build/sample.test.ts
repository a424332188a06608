import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sampleHost, sampleName } from "../../build/content/facts.ts";
import { readYaml } from "../../build/lib/yaml.ts";
import type { Facts } from "../../build/schemas/facts.ts";
import { verify } from "../../build/verify/verify.ts";
import { searchIn } from "../search/folder-search.ts";
import { isSample } from "../support/sample.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { folderOf } from "./folder.ts";
import { type BuiltSite, buildSite, sampleContent } from "./site.ts";

// The only tests that build the project's `site`. Whatever is in it, it is built and verified; what
// follows is about the pages that ship with the project, and is left out once an owner has written
// a site of their own.

const project = join(import.meta.dirname, "../..");
const input = join(project, "site");

describe("the project's site", () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startServer({ input })));
  afterAll(() => server.stop());

  test("holds all that verify checks", async () => {
    const { checks, holds } = await verify(server.origin, { write: false });
    expect(
      checks.filter((check) => !check.holds).map(({ title, findings }) => [title, findings]),
    ).toEqual([]);
    expect([checks.length, holds]).toEqual([20, true]);
  });
});

function factsOf(folder: string): string {
  try {
    return readFileSync(join(folder, "facts.yaml"), "utf8");
  } catch {
    return "";
  }
}

describe.runIf(isSample)("the pages that ship with the project", () => {
  let site: BuiltSite;
  beforeAll(
    async () => void (site = await buildSite({ input, base_url: "http://localhost:8080" })),
  );

  test("what a program reads first is small", () => {
    const [{ greeting }, llms] = [
      site.json<{ greeting: string }>("/api/greeting.json"),
      site.text("/llms.txt"),
    ];
    expect(greeting.length).toBeLessThanOrEqual(600);
    expect(Buffer.byteLength(llms)).toBeLessThanOrEqual(5_500);
  });

  test("the guide, the privacy page and the facts build without all else", async () => {
    const kept = folderOf();
    for (const part of ["guide", "privacy.md", "facts.yaml"])
      cpSync(join(input, part), join(kept, part), { recursive: true });
    expect((await buildSite({ input: kept })).warnings).toEqual([]);
  });

  test("the answer of the API in README.md is a record of the corpus", () => {
    const shown = JSON.parse(
      /```json\n([^]*?)\n```/.exec(readFileSync(join(project, "README.md"), "utf8"))?.[1] ?? "",
    ) as Record<string, string | number>;
    const { documents } = site.json<{ documents: (typeof shown)[] }>("/api/corpus.json");
    const record = documents.find(({ id }) => id === shown["id"]) ?? {};
    // `…` stands for more.
    const begun = (real: string | number | undefined, value: string | number) =>
      typeof value === "string" && value.endsWith("…")
        ? `${String(real).slice(0, value.length - 1)}…`
        : real;
    expect(Object.keys(shown).length).toBeGreaterThan(5);
    expect(
      Object.fromEntries(
        Object.entries(shown).map(([field, value]) => [field, begun(record[field], value)]),
      ),
    ).toEqual(shown);
  });

  test("the file of moons has the numbers of the note, which obey Kepler's third law, and its source", () => {
    const [head, ...rows] = site.text("/realms/jupiters-moons.csv").trimEnd().split("\n");
    expect(head).toBe("moon,semi_major_axis_km,orbital_period_days,source");
    const moons = rows.map((row) => row.split(","));
    const note = site.text("/notes/four-moons-one-law.md");
    const written = [...note.matchAll(/^\| (\w+) \| ([\d.,]+) \| ([\d.]+) \| ([\d.]+) \|/gm)];
    expect(moons.map(([moon, axis, period]) => [moon, Number(axis) / 1000, period])).toEqual(
      written.map(([, moon, axis = "", period]) => [moon, Number(axis.replace(",", "")), period]),
    );
    for (const [index, [, axis, period, source]] of moons.entries()) {
      const ratio = Number(period) ** 2 / (Number(axis) / 1e6) ** 3;
      expect(ratio.toFixed(2)).toBe(written[index]?.[4]);
      expect(note).toContain(`(${source})`);
    }
    expect(moons).toHaveLength(4);
  });

  test("the facts are those that are taken for examples", () => {
    const { name, base_url, author } = readYaml(factsOf(input)).value as Facts;
    expect([name, new URL(base_url).host]).toEqual([sampleName, sampleHost]);
    expect(author.email).toMatch(new RegExp(`@${sampleHost}$`));
  });

  test.each(["answer.mjs", "answer.py", "sync.mjs"])(
    "the example %s is the one that is tested",
    (name) => {
      const path = join("examples", name);
      expect(readFileSync(join(input, path), "utf8")).toBe(
        readFileSync(join(sampleContent, path), "utf8"),
      );
    },
  );

  test.each([
    ["rss", "/realms/subscribe/"],
    ["how do I delete a page", "/guide/"],
    ["who owns this site", "/about/"],
    ["another tool", "/guide/moving/"],
    ["rate limit", "/manifesto/"],
    ["download everything", "/realms/download/"],
    ["deploy on netlify", "/guide/deploy/"],
    ["spam", "/notes/spam-in-an-open-guestbook/"],
    ["openapi", "/api/"],
    ["citation", "/notes/an-answer-in-ten-lines/"],
    ["manifesto", "/manifesto/"],
    ["guestbook", "/guestbook/"],
    ["how to sign the guestbook", "/realms/sign/"],
    ["privacy", "/privacy/"],
    ["templates", "/guide/templates/"],
    ["promises", "/manifesto/"],
    ["feed reader", "/realms/subscribe/"],
    ["why open data", "/notes/why-open-data-needs-a-house/"],
    ["write a note", "/guide/"],
    ["permission to train", "/notes/permission-said-once/"],
  ])("who looks for %s finds %s first", async (query, path) => {
    expect((await searchIn(site, query)).paths[0]).toBe(path);
  });
});
