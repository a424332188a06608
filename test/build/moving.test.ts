import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createHandler } from "../../build/server/handler.ts";
import { parseRedirects } from "../../build/server/rules.ts";
import { isSample } from "../support/sample.ts";
import { folderOf } from "./folder.ts";
import { buildSite } from "./site.ts";

const project = join(import.meta.dirname, "../..");
const guide = join(project, "site/guide/moving.md");

/** The blocks of code in the guide that have something in them. */
function blocksWith(something: string): string[] {
  const blocks = readFileSync(guide, "utf8").matchAll(/^```\w+\n([^]*?)^```$/gm);
  return Array.from(blocks, ([, code = ""]) => code).filter((code) => code.includes(something));
}

const hasGuide = isSample && existsSync(guide);
const hasGnuSed = process.platform === "linux";

test.runIf(hasGuide && hasGnuSed)(
  "the guide's lines of shell keep the addresses of a blog in Jekyll, as they stand there",
  async () => {
    const post = (head: string) => `---\nlayout: post\n${head}---\n\nWords.{: .lead}\n`;
    const folder = folderOf({
      "blog/_posts/2017-07-02-a-walk.md": post(""),
      "blog/_posts/2018-01-02-it's über.markdown": post(""),
      "blog/_posts/2019-03-04-late.md": post('date: "2019-03-05 23:00:00 +0100"\n'),
      "blog/_posts/2020-05-06-7-years.md": post("date: 2020-05-06\n"),
      "blog/about.md": "# About\n",
      "blog/img/door.svg": "<svg/>",
    });
    const shell = [...blocksWith("mv _posts"), ...blocksWith("site\\.baseurl")].join("");
    execFileSync("bash", ["-euc", shell], { cwd: join(folder, "blog") });
    const site = await buildSite({ input: join(folder, "in"), lenient: true });
    const rules = parseRedirects(site.text("/_redirects"));
    const leads = rules
      .filter(({ from }) => from.endsWith(".html"))
      .map(({ from, to }) => [from, to]);
    expect(leads).toEqual([
      ["/2017/07/02/a-walk.html", "/posts/2017-07-02-a-walk/"],
      ["/2018/01/02/it's-%C3%BCber.html", "/posts/2018-01-02-it-s-%C3%BCber/"],
      ["/2018/01/02/it's-über.html", "/posts/2018-01-02-it-s-%C3%BCber/"],
      ["/2019/03/05/late.html", "/posts/2019-03-04-late/"],
      ["/2020/05/06/7-years.html", "/posts/2020-05-06-7-years/"],
    ]);
    expect(site.model.pages.filter(({ text }) => text.includes("{:"))).toEqual([]);
    expect(site.warnings.join("\n")).not.toContain("in the file's name");
  },
);

test.runIf(hasGuide)("the guide's redirect leads from another program's feed", async () => {
  const [rule = ""] = blocksWith("[[redirects]]");
  const configuration = readFileSync(join(project, "netlify.toml"), "utf8");
  const folder = folderOf({ "site/feed.xml": "<feed/>", "netlify.toml": configuration + rule });
  const serve = createHandler(join(folder, "site"), console.error, join(folder, "netlify.toml"));
  const { status, headers } = await serve(new Request("http://localhost:8080/index.xml"));
  expect([status, headers.get("location")]).toEqual([301, "/feed.xml"]);
});
