import { rename, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startLive } from "../../build/server/live.ts";
import { listen } from "../../build/server/node-http.ts";
import { folderOf, putFiles } from "../build/folder.ts";
import { tabAt } from "../support/browser.ts";
import { eventually } from "../support/eventually.ts";

const browser = { headers: { accept: "text/html,*/*;q=0.8" } };

/** A running server over a content folder with these files, until the test ends. */
async function live(files: Record<string, string>, { name = "site", folder = "" } = {}) {
  folder ||= folderOf();
  const content = join(folder, name);
  putFiles(content, files);
  const log: string[] = [];
  const free = await listen(async () => new Response());
  await free.stop();
  const options = {
    input: content,
    port: free.port,
    output: join(folder, "output"),
    data: join(folder, "data"),
    log: (line: string) => void log.push(line),
  };
  let running = await startLive(options);
  onTestFinished(() => running.stop());
  const { origin } = running;
  const ask = (path: string, init?: RequestInit) => fetch(origin + path, init);
  const text = async (path: string, init?: RequestInit) => (await ask(path, init)).text();
  const status = async (path: string, init?: RequestInit) => (await ask(path, init)).status;
  return {
    content,
    log,
    origin,
    text,
    status,
    /** Until a browser is answered with this status, and with these words. */
    async sees(path: string, words: string, code = 200): Promise<void> {
      const seen = async () => [await status(path, browser), await text(path, browser)] as const;
      const [found, page] = await eventually(
        seen,
        ([at, page]) => at === code && page.includes(words),
      );
      expect([found, page]).toEqual([code, expect.stringContaining(words)]);
    },
    async restart(): Promise<void> {
      await running.stop();
      running = await startLive(options);
    },
  };
}

test("an author's day: pages come, change and go, faults are shown and mended, and the guestbook keeps its entries", async () => {
  const { content, log, origin, restart, sees, status, text } = await live(
    { "index.md": "# Home\n\nOld words.\n", "draft.md": "---\ndraft: true\n---\n# Not yet\n" },
    { name: "my [site] (öffentlich)" },
  );
  const summary = log.find((line) => line.includes(" written, ")) ?? "";
  // Not in the author's folder.
  expect(summary).toMatch(/^\d+ pages and \d+ documents in \S+\/output: /);
  expect(await text("/", browser)).toContain(
    '<script type="module" src="/.open-house/reload.js"></script></head>',
  );
  expect(await text("/.open-house/reload.js")).toContain("/.open-house/change");
  expect(await text("/")).not.toContain("reload.js");
  expect(await status("/draft/")).toBe(200);
  expect(await text("/api/site.json")).toContain(`${origin}/draft.md`);
  const etag = (await fetch(origin)).headers.get("etag") ?? "";
  expect(await status("/", { headers: { ...browser.headers, "if-none-match": etag } })).toBe(200);
  expect(await status("/", { headers: { "if-none-match": etag } })).toBe(304);

  // An open page waits for an answer, which it gets when there is something new.
  const change = fetch(`${origin}/.open-house/change`);
  putFiles(content, { "index.md": "# Home\n\nNew words.\n" });
  expect((await change).status).toBe(200);
  expect(await text("/", browser)).toContain("New words.");
  await sees("/api/corpus.json", "New words.");

  putFiles(content, { "deep/er/page.md": "# Deeper\n" });
  await sees("/deep/er/page/", "Deeper");
  await rm(join(content, "deep"), { recursive: true });
  await sees("/deep/er/page/", "", 404);

  const failing = fetch(`${origin}/.open-house/change`);
  putFiles(content, { "index.md": "---\ntitel: <b>Home</b>\n---\nBad words.\n" });
  await failing;
  await sees("/", "titel", 500);
  const page = await text("/", browser);
  expect(page).toMatch(/index\.md[^]*titel[^]*The last good site is untouched\.[^]*reload\.js/);
  expect(page).not.toMatch(/ at .*\.ts:\d/);
  expect(log.join("\n")).toMatch(/titel[^]*The last good site stays as it is\./);
  for (const path of ["/", "/index.md"]) expect(await text(path)).toContain("New words.");
  putFiles(content, { "index.md": "---\ntitle: Home\n---\nMended words.\n" });
  await sees("/", "Mended words.");

  await rename(content, `${content}.away`);
  await sees("/", "", 500);
  await rename(`${content}.away`, content);
  await sees("/", "Mended words.");
  putFiles(content, { "index.md": "# Home\n\nLast words.\n" });
  await sees("/", "Last words.");

  const headers = { "content-type": "application/json" };
  const signed = { method: "POST", headers, body: JSON.stringify({ message: "I was here" }) };
  expect(await status("/api/guestbook", signed)).toBe(201);
  await restart();
  expect(JSON.parse(await text("/api/guestbook"))).toMatchObject({
    count: 1,
    entries: [{ message: "I was here" }],
  });
  expect(await text("/guestbook/", browser)).toContain("I was here");
});

test("a link to a file leads to it, whatever its name", async () => {
  const names = ["R&D", "C#", "C++", "100%", "100%25", "a+b, c; d: e=f @ $", "(l'été) [1]"];
  if (process.platform !== "win32") names.push("what?", 'a "b" <c>|*', "a\\b", "e\u0301");
  const links = names.map((name) => `[file](<${encodeURIComponent(name)}.pdf>)\n`);
  const { origin, text } = await live({
    "index.md": `# Home\n\n${links.join("")}`,
    ...Object.fromEntries(names.map((name) => [`${name}.pdf`, `The file ${name}`])),
  });
  const tab = await tabAt(origin);
  const hrefs = await tab
    .getByRole("link", { name: "file", exact: true })
    .evaluateAll((found) => found.map((link) => (link as HTMLAnchorElement).href));
  await tab.goto("about:blank");
  const read = await Promise.all(hrefs.map((href) => text(href.slice(origin.length))));
  expect(read).toEqual(names.map((name) => `The file ${name}`));
});

test("an open page follows what is saved: new words, a fault, its mending", async () => {
  const { content, origin } = await live({ "index.md": "# Home\n\nFirst words.\n" });
  const tab = await tabAt("about:blank");
  const refused: string[] = [];
  tab.on("console", (message) => {
    if (/Content Security Policy/i.test(message.text())) refused.push(message.text());
  });
  const waiting = () =>
    tab.waitForRequest((request) => request.url().endsWith("/.open-house/change"));
  await Promise.all([waiting(), tab.goto(origin)]);
  for (const [saved, seen] of [
    ["# Home\n\nSecond words.\n", "Second words."],
    ["---\ntitel: Home\n---\n", "did you mean"],
    ["# Home\n\nThird words.\n", "Third words."],
  ] as const) {
    await Promise.all([waiting(), putFiles(content, { "index.md": saved })]);
    await tab.getByText(seen).first().waitFor();
  }
  expect(refused).toEqual([]);
  expect(await tab.locator("h1").textContent()).toBe("Home");
  await tab.goto("about:blank"); // or it would go on asking
});

test("a start with faulty content says so, shows it at any address, and recovers", async () => {
  const { content, log, sees, status, text } = await live({
    "index.md": "---\ntitel: Home\n---\n",
  });
  expect(await status("/anything/", browser)).toBe(500);
  for (const told of [log.join("\n"), await text("/anything/", browser)]) {
    expect(told).toMatch(/titel[^]*There is nothing to show yet\./);
    expect(told).not.toContain("last good site");
  }
  putFiles(content, { "index.md": "# Home\n" });
  await sees("/", '<h1 id="home">');
});

test("links to the folder itself, out of it and to themselves end nothing, and are told once", async () => {
  const folder = folderOf({ "elsewhere/page.md": "# Elsewhere\n", "site/a/page.md": "# Old\n" });
  const content = join(folder, "site");
  await symlink(".", join(content, "self"));
  await symlink("..", join(content, "a/up"));
  await symlink(join(folder, "elsewhere"), join(content, "away"));
  await symlink("eats-itself", join(content, "eats-itself"));
  const { log, sees } = await live({ "index.md": "# Home\n" }, { folder });
  expect(log.join("\n")).toMatch(
    /Links are followed to files[^\n]*`a\/up`, `away`, `eats-itself`, `self`/,
  );
  expect(log.join("\n")).toMatch(/Not everything can be watched: .*eats-itself/);
  expect(log.join("\n")).not.toMatch(/^\s+at /m);
  await sees("/a/page/", "Old");
  putFiles(content, { "a/page.md": "# New\n" });
  await sees("/a/page/", "New");
  await eventually(
    () => log.filter((line) => line.includes(" written, ")),
    (builds) => builds.length === 2,
  );
  expect(log.filter((line) => line.includes("Links are followed"))).toHaveLength(1);
});

test("a folder that is renamed is not built for each file", async () => {
  const names = Array.from({ length: 30 }, (_, index) => `${index}.md`);
  const links = names.map((name) => `[x](old/${name})`).join(" ");
  const pages = Object.fromEntries(names.map((name) => [`old/${name}`, "# Page\n"]));
  const { content, log, sees } = await live({
    "index.md": `# Home\n\n${links}\n`,
    ...pages,
  });
  await rename(join(content, "old"), join(content, "new"));
  await eventually(
    () => log,
    (lines) =>
      names.every((name) =>
        ["old", "new"].every((folder) => lines.includes(`Changed: ${folder}/${name}`)),
      ),
  );
  await sees("/", "", 500);
  putFiles(content, { "index.md": "# Home\n" });
  await sees("/", "Home");
  const failed = log.filter((line) => line.includes("things to mend"));
  expect(failed.at(-1)).toContain("links to `old/7.md`");
  expect(failed.length).toBeLessThan(names.length / 2);
});
