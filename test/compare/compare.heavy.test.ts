import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { listen } from "../../build/server/node-http.ts";
import { folderOf } from "../build/folder.ts";
import { startServer } from "../support/server.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { execute } from "../verify/execute.ts";

const project = resolve(import.meta.dirname, "../..");
const node = (command: string, ...args: string[]) =>
  execute(process.execPath, [
    "--disable-warning=ExperimentalWarning",
    join(project, "build/cli", command),
    ...args,
  ]);
const compare = (...args: string[]) => node("compare.ts", ...args);

const dated = (title: string, more = "") =>
  `---\ntitle: ${title}\ndate: 2026-11-20\n${more}---\n\nWords of ${title}.\n`;

const before = {
  "index.md": "---\ntitle: Home\n---\n\nCome in.\n",
  "about.md": "---\ntitle: About\n---\n\nThis house.\n",
  "contact.md": "---\ntitle: Contact\n---\n\nWrite to us.\n",
  "notes/moss.md": dated("Moss"),
  "notes/fern.md": dated("Fern"),
  "notes/reed.md": dated("Reed"),
  "notes/rush.md": dated("Rush"),
};

/** Builds a folder of pages for another address. @returns the folder with the build */
async function build(pages: Record<string, string>, origin = "https://house.example") {
  const output = join(temporaryFolder(), "site");
  vi.stubEnv("OPEN_HOUSE_BASE_URL", origin);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { code } = await node("build.ts", `--input=${folderOf(pages)}`, `--output=${output}`);
  expect(code).toBe(0);
  return output;
}

async function publish(pages: Record<string, string>): Promise<string> {
  const { origin, stop } = await startServer({ input: folderOf(pages) });
  onTestFinished(stop);
  return origin;
}

test("a build that keeps every address loses nothing, whatever is added and changed", async () => {
  const origin = await publish(before);
  const output = await build(
    {
      ...before,
      "about.md": "---\ntitle: About\n---\n\nThis house, repainted.\n",
      "notes/moss.md": dated(
        "Moss",
        "permalink: /plants/moss/\naliases: [/notes/moss/]\nfeed_id: /notes/moss/\n",
      ),
      "new.md": "---\ntitle: New\n---\n\nNew words.\n",
    },
    origin,
  );
  const { code, out, err } = await compare(origin, `--output=${output}`);
  expect([code, err]).toEqual([0, ""]);
  expect(out).toContain("  2 added\n    /new/\n    /plants/moss/\n");
  expect(out).toMatch(/ {2}\d+ changed\n( {4}\/.*\n)* {4}\/about\/\n/);
  expect(out).toMatch(/ {2}\/: \d+ bytes, now \d+\n {2}\/api\/corpus\.json: \d+ bytes, now \d+\n/);
  expect(out).not.toContain("/notes/fern/");
  expect(out).toContain("  1 removed\n    /notes/moss/\n");
  expect(out).toMatch(/\nNothing that is published gets lost\.\n$/);
});

test("lost pages are told with the head to write, unless they are meant to be lost", async () => {
  const origin = await publish(before);
  const { "about.md": _, "contact.md": __, "notes/moss.md": moss, ...kept } = before;
  const about = "<!doctype html><title>About</title><p>This house.</p>";
  const output = await build({ ...kept, "plants/moss.md": moss, "about/index.html": about });
  const first = await compare(origin, `--output=${output}`);
  expect(first.code).toBe(1);
  expect(first.out).toContain(
    `  Write in the head of /plants/moss/:\n    aliases: ["/notes/moss/"]\n`,
  );
  expect(first.out).toContain(
    `  Write in the head of the page that takes its place:\n    aliases: ["/contact/"]\n`,
  );
  expect(first.out).toContain(`    [[redirects]]\n    from = "/about.md"\n`);
  expect(first.out).toMatch(/\nLost: 2 pages, 1 file\. Sent again: 0 pages\.\n$/);

  const meant = join(temporaryFolder(), "lost.txt");
  writeFileSync(
    meant,
    "# gone with the old house\n/contact/\n\n/notes/moss/ # moved on purpose\n/about.md\n",
  );
  const second = await compare(origin, `--output=${output}`, `--yes-lost=${meant}`);
  expect([second.code, second.out.includes("aliases")]).toEqual([0, false]);
});

test("an entry of a feed that would be sent again is told with its id", async () => {
  const origin = await publish(before);
  const output = await build({
    ...before,
    "notes/moss.md": dated("Moss", "permalink: /plants/moss/\naliases: [/notes/moss/]\n"),
    "notes/fern.md": dated("Fern", "feed_id: tag:house.example,2026:fern\n"),
  });
  const { code, out } = await compare(origin, `--output=${output}`);
  expect(code).toBe(1);
  expect(out).toContain("    feed_id: /notes/fern/\n");
  expect(out).toContain("    feed_id: /notes/moss/\n");
  expect(out).not.toContain("aliases");
});

test("a site of another program is read by its sitemap and feeds", async () => {
  const files: Record<string, string> = {
    "/sitemap.xml": `<sitemapindex><sitemap><loc>https://old.example/pages.xml</loc></sitemap></sitemapindex>`,
    "/pages.xml": `<urlset><url><loc>https://old.example/</loc></url><url><loc>https://old.example/2019/moss.html</loc></url></urlset>`,
    "/index.xml": `<rss version="2.0"><channel><title>Old</title><link>https://old.example/</link><item><title>Moss</title><link>https://old.example/2019/moss.html</link><guid>moss-1</guid></item></channel></rss>`,
  };
  const old = await listen(async ({ url }) => {
    const body = files[new URL(url).pathname];
    return new Response(body ?? "Nothing.", { status: body === undefined ? 404 : 200 });
  });
  onTestFinished(old.stop);
  const output = await build(before);
  const { code, out } = await compare(old.origin, `--output=${output}`);
  expect(code).toBe(1);
  expect(out).toContain(`  Write in the head of /notes/moss/:\n    aliases: ["/2019/moss.html"]\n`);
  expect(out).toContain(`    from = "/index.xml"\n`);
});

test("addresses with dates find their pages, and lists that no file has become redirects", async () => {
  const paths = ["/2019/05/04/moss/", "/2020/01/02/moss.html", "/2021/fern/", "/2022/Reed.html"];
  const all = [...paths, "/tag/green/"].map(
    (path) => `<url><loc>https://a.example${path}</loc></url>`,
  );
  const files: Record<string, string> = {
    "/sitemap.xml": `<urlset>${all.join("")}</urlset>`,
    "/rss.xml": `<rss version="2.0"><channel><title>Old</title></channel></rss>`,
  };
  const old = await listen(async ({ url }) => {
    const body = files[new URL(url).pathname];
    return new Response(body ?? "Nothing.", { status: body === undefined ? 404 : 200 });
  });
  onTestFinished(old.stop);
  const output = await build({
    "posts/2019-05-04-moss.md": dated("Moss", "tags: [green]\n"),
    "posts/2020-01-02-moss.md": dated("Moss again"),
    "posts/2021-07-08-fern.md": dated("Fern"),
    "posts/reed.md": dated("Reed"),
  });
  const { out } = await compare(old.origin, `--output=${output}`);
  const successors = [...out.matchAll(/head of (\S+):\n +aliases: \["([^"]*)"\]/g)];
  expect(successors.map(([, page, alias]) => [alias, page])).toEqual([
    [paths[0], "/posts/2019-05-04-moss/"],
    [paths[1], "/posts/2020-01-02-moss/"],
    [paths[2], "/posts/2021-07-08-fern/"],
    [paths[3], "/posts/reed/"],
  ]);
  expect(out).toContain(`    from = "/tag/green/"\n    to = "/tags/green/"\n`);
  expect(out).toContain(`    from = "/rss.xml"\n    to = "/feed.xml"\n`);
});

test("what cannot be compared ends with 2 and a line that says why", async () => {
  const empty = await listen(async () => new Response("Nothing.", { status: 404 }));
  onTestFinished(empty.stop);
  const output = await build(before);
  const table: [args: string[], line: RegExp][] = [
    [
      [empty.origin, `--output=${output}`],
      /^There is nothing to compare: http:\S+\/sitemap\.xml answers 404; a sitemap was expected\n$/,
    ],
    [
      [empty.origin, `--output=${temporaryFolder()}`],
      /^There is nothing to compare: no build is in \S+\. `npm run build` makes one\.\n$/,
    ],
    [[], /^Name one address: that of the site\.\nUsage: npm run compare/],
    [[empty.origin, "--yes-lost=no-such-file"], /^.*no-such-file.*\n$/],
  ];
  for (const [args, line] of table) {
    const ended = await compare(...args);
    expect(ended).toMatchObject({ code: 2, out: "", err: expect.stringMatching(line) });
  }
});
