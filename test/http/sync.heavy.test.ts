import { execFile } from "node:child_process";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { prepareSite } from "../../build/pipeline/prepare-site.ts";
import { folderOf, writeBuild } from "../build/folder.ts";
import { filesOf, sampleContent } from "../build/site.ts";
import { startServer } from "../support/server.ts";

// The client that the site publishes as documentation, run as its reader would, against the running
// server.

const client = join(sampleContent, "examples/sync.mjs");
const run = promisify(execFile);

const facts = await readFile(join(sampleContent, "facts.yaml"), "utf8");
const note = (title: string, body: string) =>
  `---\ntitle: ${title}\ntype: note\ndate: 2026-11-20\ndescription: A note.\n---\n\n${body}\n`;

test("a copy is made, found unchanged, brought up to date after an edit and after a deletion", async () => {
  const input = folderOf({
    "facts.yaml": facts,
    "index.md": "# Home\n\nCome in.\n",
    "notes/one.md": note("One", "First words."),
    "notes/two.md": note("Two", "Other words."),
  });
  const server = await startServer({ input });
  onTestFinished(() => server.stop());
  const copy = folderOf();
  const asked: string[] = [];
  const sync = async () => {
    asked.length = 0;
    const { stdout } = await run(process.execPath, [
      "--import",
      hook(server.origin),
      client,
      server.origin,
      copy,
    ]);
    const lines = stdout.trim().split("\n");
    asked.push(...lines.filter((line) => line.startsWith("asked ")).map((line) => line.slice(6)));
    return lines.at(-1);
  };
  // As a new deployment would: the same address, other files.
  const deploy = async () => {
    const publication = await prepareSite({ input, base_url: server.origin });
    writeBuild(server.output, await filesOf(publication));
  };
  const digests = async () =>
    (
      (await (await fetch(`${server.origin}/api/digests.json`)).json()) as {
        digests: Record<string, string>;
      }
    ).digests;

  const pages = Object.keys(await digests());
  expect(await sync()).toMatch(new RegExp(`^${pages.length} fetched, 0 removed`));
  expect(asked).toHaveLength(2 + pages.length);
  expect(
    (await readdir(copy, { recursive: true })).filter((file) => file.endsWith(".md")),
  ).toHaveLength(pages.length);
  expect(await readFile(join(copy, "notes/one.md"), "utf8")).toContain("First words.");

  expect(await sync()).toMatch(/^unchanged/);
  expect(asked).toEqual(["/api/state.json"]);

  await writeFile(join(input, "notes/one.md"), note("One", "First thoughts."));
  await deploy();
  expect(await sync()).toMatch(/^1 fetched, 0 removed/);
  expect(asked).toEqual(["/api/state.json", "/api/digests.json", "/notes/one.md"]);
  expect(await readFile(join(copy, "notes/one.md"), "utf8")).toContain("First thoughts.");

  await rm(join(input, "notes/two.md"));
  await deploy();
  // The list of notes says one line less, so it is the page that changed.
  expect(await sync()).toMatch(/^\d+ fetched, 1 removed/);
  expect(await readdir(join(copy, "notes"))).toEqual(["one.md"]);
  expect(asked).not.toContain("/notes/two.md");
  expect(await sync()).toMatch(/^unchanged/);
});

/** Prints each address the client asks for, without touching the client. */
function hook(origin: string): string {
  const code = `const real = fetch; globalThis.fetch = (url) => { console.log("asked " + String(url).slice(${origin.length})); return real(url); };`;
  return `data:text/javascript,${encodeURIComponent(code)}`;
}

test("an address that would lead out of the folder is refused", async () => {
  const copy = folderOf();
  const hostile = `globalThis.fetch = async (url) => new Response(JSON.stringify(String(url).endsWith("state.json") ? { version: "1" } : { version: "1", digests: { "/../../outside/": "0" } }));`;
  const failed = run(process.execPath, [
    "--import",
    `data:text/javascript,${encodeURIComponent(hostile)}`,
    client,
    "http://localhost:1",
    copy,
  ]);
  await expect(failed).rejects.toThrow("unexpected path /../../outside/");
  expect(await readdir(copy)).toEqual([]);
});
