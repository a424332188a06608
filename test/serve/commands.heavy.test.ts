import { execFile } from "node:child_process";
import { mkdir, readFile, rename } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { putFiles } from "../build/folder.ts";
import { projectWith } from "../build/project.ts";

test("a folder whose path begins like the project's is a folder of its own, as is another that begins like it", async () => {
  const { folder, build: built } = projectWith({});
  const notes = `${folder}-notes`;
  putFiles(notes, { "index.md": "# Notes\n", "a/b.md": "# B\n" });
  const { code, printed } = await built(`--input=../${basename(notes)}`, `--output=${folder}-note`);
  expect([code, printed]).toEqual([0, expect.stringMatching(/^\d+ pages and \d+ documents in /m)]);
  expect(await readFile(`${folder}-note/a/b/index.html`, "utf8")).toContain('<h1 id="b">B</h1>');
});

test.runIf(process.platform !== "win32")(
  "a project builds in a folder of any name, or says in a sentence why not",
  async () => {
    const template = "---\npermalink: /list/\n---\n{{ who.name }}\n";
    let { folder } = projectWith({
      "site/list.njk": template,
      "site/_data/who.js": 'export default { name: "Ada" };\n',
    });
    const around = dirname(folder);
    /** `npm run` in the project, once its folder has another name. */
    const runIn = async (name: string, ...command: string[]) => {
      const renamed = join(around, name);
      await mkdir(dirname(renamed), { recursive: true });
      await rename(folder, renamed);
      folder = renamed;
      const env = { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), "compile") };
      const options = { cwd: folder, env };
      return new Promise<{ code: number; out: string; complaint: string }>((ended) => {
        execFile("npm", ["run", "--silent", ...command], options, (error, out, complaint) =>
          ended({ code: Number(error?.code ?? 0), out, complaint }),
        );
      });
    };
    for (const name of ["it's [x] & $(co)", "{a,b}", 'ünï "日本" e\u0301', "a;b!c:d=e@f+g,h~"]) {
      const { code, out } = await runIn(name, "build");
      expect([name, code, out]).toEqual([name, 0, expect.stringMatching(/^\d+ pages, 1 page of /)]);
      expect(await readFile(join(folder, "_site/list/index.html"), "utf8")).toBe("Ada\n");
    }
    const refused = {
      "C#": "#",
      "100%": "%",
      "a%20b": "%",
      "what?": "?",
      "*x*": "*",
      "a\tb": "\t",
    };
    for (const [name, sign] of [
      ...Object.entries(refused),
      ["node_modules/x", "node_modules"] as const,
    ])
      for (const command of ["build", "start", "preview"])
        expect([name, command, await runIn(name, command)]).toEqual([
          name,
          command,
          {
            code: 1,
            out: "",
            complaint: `The project cannot run from a folder with ${JSON.stringify(sign)} in its path: ${JSON.stringify(folder)}. Rename or move the folder.\n`,
          },
        ]);
  },
);
