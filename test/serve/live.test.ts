import { readFile, rename, rm, symlink } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { faultList } from "../../build/cli/arguments.ts";
import type { TakeFaults } from "../../build/pipeline/build.ts";
import { startLive } from "../../build/server/live.ts";
import { eventually } from "../support/eventually.ts";
import { fixture, writeFiles } from "../support/fixture.ts";

const browser = { headers: { accept: "text/html,*/*;q=0.8" } };

async function live(
  files: Record<string, string>,
  { name = "site", folder, takeFaults }: { name?: string; folder?: string; takeFaults?: TakeFaults } = {},
) {
  folder ??= await fixture();
  const content = join(folder, name);
  await writeFiles(content, files);
  const log: string[] = [];
  const options = {
    input: content,
    port: 0,
    output: join(folder, "output"),
    data: join(folder, "data"),
    ...(takeFaults && { takeFaults }),
    log: (line: string) => void log.push(line),
  };
  const server = await startLive(options);
  let running = server;
  onTestFinished(() => running.stop());
  const restart = async () => {
    await running.stop();
    running = await startLive({ ...options, port: Number(new URL(server.origin).port) });
  };
  const text = async (path: string, init?: RequestInit) => (await fetch(server.origin + path, init)).text();
  const status = async (path: string, init?: RequestInit) => (await fetch(server.origin + path, init)).status;
  return { content, log, server, restart, text, status };
}

test("the faults of each build are in the list that was asked for", async () => {
  const folder = await fixture();
  const list = join(folder, "site/faults.txt");
  const { content } = await live({ "index.md": "# Home\n\n[x](gone.md)\n" }, { folder, takeFaults: faultList(list) });
  expect(await readFile(list, "utf8")).toMatch(/^ {2}✗ index\.md:3 links to `gone\.md`, which does not exist\n/);
  await writeFiles(content, { "index.md": "# Home\n\n[x](#gone)\n" });
  const listed = () => readFile(list, "utf8");
  expect(await eventually(listed, (text) => !text.includes("gone.md"))).toMatch(/index\.md:3 links to #gone of/);
  await writeFiles(content, { "index.md": "# Home\n" });
  expect(await eventually(listed, (text) => text === "")).toBe("");
});

test("a saved page is built and the browser is notified; its documents follow", async () => {
  const { content, log, server, text, status } = await live({
    "index.md": "# Home\n\nOld words.\n",
    "draft.md": "---\ndraft: true\n---\n# Not yet\n",
  });
  const summary = log.find((line) => line.includes(" written, ")) ?? "";
  expect(summary).toMatch(/^\d+ pages and \d+ documents in \S+\/output: /); // not in the author's folder
  expect(await text("/", browser)).toContain('<script type="module" src="/.11ty/reload-client.js"></script></head>');
  expect(await text("/.11ty/reload-client.js")).toContain("WebSocket");
  expect(await text("/")).not.toContain("reload-client");
  expect(await status("/draft/")).toBe(200);
  expect(await text("/api/site.json")).toContain(`${server.origin}/draft.md`);

  const messages: string[] = [];
  const socket = new WebSocket(server.origin.replace("http", "ws"));
  onTestFinished(() => socket.close());
  socket.addEventListener(
    "message",
    ({ data }) => void messages.push((JSON.parse(String(data)) as { type: string }).type),
  );
  await eventually(
    () => messages,
    (all) => all.includes("eleventy.status"),
  );

  await writeFiles(content, { "index.md": "# Home\n\nNew words.\n" });
  expect(
    await eventually(
      () => messages,
      (all) => all.includes("eleventy.reload"),
    ),
  ).toContain("eleventy.reload");
  expect(await text("/", browser)).toContain("New words.");
  const corpus = await eventually(
    () => text("/api/corpus.json"),
    (json) => json.includes("New words."),
  );
  expect(corpus).toContain("New words.");
});

test("pages that are added and removed come and go, in folders too, whatever the folder is called", async () => {
  const { content, status } = await live({ "index.md": "# Home\n" }, { name: "my [site] (öffentlich)" });
  await writeFiles(content, { "deep/er/page.md": "# Deeper\n" });
  expect(
    await eventually(
      () => status("/deep/er/page/"),
      (code) => code === 200,
    ),
  ).toBe(200);
  await rm(join(content, "deep"), { recursive: true });
  expect(
    await eventually(
      () => status("/deep/er/page/"),
      (code) => code === 404,
    ),
  ).toBe(404);
});

test("a fault shows in the terminal and in the browser, leaves the last good site to programs, and goes when it is mended", async () => {
  const { content, log, text, status } = await live({ "index.md": "# Home\n\nGood words.\n" });
  await writeFiles(content, { "index.md": "---\ntitel: <b>Home</b>\n---\nBad words.\n" });
  expect(
    await eventually(
      () => status("/", browser),
      (code) => code === 500,
    ),
  ).toBe(500);
  const page = await text("/", browser);
  expect(page).toContain("index.md");
  expect(page).toContain("titel");
  expect(page).toContain("reload-client.js");
  expect(page).not.toMatch(/ at .*\.ts:\d/);
  expect(page).toContain("The last good site is untouched.");
  expect(log.join("\n")).toMatch(/titel[^]*The last good site stays as it is\./);
  expect(await text("/")).toContain("Good words.");
  expect(await text("/index.md")).toContain("Good words.");
  await writeFiles(content, { "index.md": "---\ntitle: Home\n---\nMended words.\n" });
  expect(
    await eventually(
      () => text("/", browser),
      (body) => body.includes("Mended words."),
    ),
  ).toContain("Mended words.");
});

test("a start with faulty content says so, shows it at any address, and recovers", async () => {
  const { content, log, status, text } = await live({ "index.md": "---\ntitel: Home\n---\n" });
  expect(log.join("\n")).toMatch(/titel[^]*There is nothing to show yet\./);
  expect(log.join("\n")).not.toContain("last good site");
  expect(await status("/anything/", browser)).toBe(500);
  const page = await text("/anything/", browser);
  expect(page).toMatch(/titel[^]*There is nothing to show yet\./);
  expect(page).not.toContain("last good site");
  await writeFiles(content, { "index.md": "# Home\n" });
  expect(
    await eventually(
      () => status("/", browser),
      (code) => code === 200,
    ),
  ).toBe(200);
});

test("what was signed is still there after a restart", async () => {
  const { server, restart, text } = await live({ "index.md": "# Home\n" });
  const signed = await fetch(`${server.origin}/api/guestbook`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ message: "I was here" }),
  });
  expect(signed.status).toBe(201);
  await restart();
  expect(JSON.parse(await text("/api/guestbook"))).toMatchObject({ count: 1, entries: [{ message: "I was here" }] });
  expect(await text("/guestbook/", browser)).toContain("I was here");
});

test("only this machine can reach it", async () => {
  const { server } = await live({ "index.md": "# Home\n" });
  const { networkInterfaces } = await import("node:os");
  const addresses = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter(({ internal }) => !internal);
  for (const { address } of addresses) {
    const reached = await new Promise<boolean>((resolve) => {
      const socket = connect(Number(new URL(server.origin).port), address);
      socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    });
    expect([address, reached]).toEqual([address, false]);
  }
});

test("links to the folder itself, out of it and to themselves end nothing, and changes are seen all the same", async () => {
  const folder = await fixture({ "elsewhere/page.md": "# Elsewhere\n", "site/a/page.md": "# Old\n" });
  const content = join(folder, "site");
  await symlink(".", join(content, "self"));
  await symlink("..", join(content, "a/up"));
  await symlink(join(folder, "elsewhere"), join(content, "away"));
  await symlink("eats-itself", join(content, "eats-itself"));
  const { log, text } = await live({ "index.md": "# Home\n" }, { folder });
  expect(log.join("\n")).toMatch(/Links are followed to files[^\n]*`a\/up`, `away`, `eats-itself`, `self`/);
  expect(log.join("\n")).toMatch(/Not everything can be watched: .*eats-itself/);
  expect(log.join("\n")).not.toMatch(/^\s+at /m);
  await writeFiles(content, { "a/page.md": "# New\n" });
  expect(
    await eventually(
      () => text("/a/page/"),
      (html) => html.includes("New"),
    ),
  ).toContain("New");
});

test("a content folder that is moved away and back is watched as before", async () => {
  const { content, log, text } = await live({ "index.md": "# Home\n", "a/page.md": "# Old\n" });
  await rename(content, `${content}.away`);
  await eventually(
    () => log.join("\n"),
    (lines) => lines.includes("Waiting for a change"),
  );
  await rename(`${content}.away`, content);
  const home = () => text("/", browser);
  expect(await eventually(home, (page) => page.includes('<h1 id="home">'))).toContain('<h1 id="home">');
  await writeFiles(content, { "a/page.md": "# New\n" });
  expect(
    await eventually(
      () => text("/a/page/"),
      (page) => page.includes("New"),
    ),
  ).toContain("New");
});

test("a folder that is renamed is not built for each file, and the same faults are listed once", async () => {
  const names = Array.from({ length: 30 }, (_, index) => `${index}.md`);
  const links = names.map((name) => `[x](old/${name})`).join(" ");
  const pages = Object.fromEntries(names.map((name) => [`old/${name}`, "# Page\n"]));
  const { content, log, status } = await live({ "index.md": `# Home\n\n${links}\n`, ...pages });
  await rename(join(content, "old"), join(content, "new"));
  await eventually(
    () => log,
    (lines) => names.every((name) => ["old", "new"].every((folder) => lines.includes(`Changed: ${folder}/${name}`))),
  );
  await eventually(
    () => status("/", browser),
    (code) => code === 500,
  );
  await writeFiles(content, { "index.md": "# Home\n" });
  await eventually(
    () => status("/", browser),
    (code) => code === 200,
  );
  const failed = log.filter((line) => line.includes("things to mend"));
  expect(failed.filter((line) => line.includes("links to `old/7.md`"))).toHaveLength(1);
  expect(failed.slice(1).map((line) => line.replace(/\d+/, "N"))).toEqual(
    failed.slice(1).map(() => "Still the same: N things to mend before this can be published. Waiting for a change."),
  );
  expect(failed.length).toBeLessThan(names.length / 2);
});
