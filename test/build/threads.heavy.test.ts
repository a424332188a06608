import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { generate } from "../../build/cli/bench/generate.ts";
import { build as buildSite } from "../../build/pipeline/build.ts";
import { folderOf, putFiles } from "./folder.ts";
import { sampleContent } from "./site.ts";

/** Every file below a folder, as bytes in a text. */
function bytesIn(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files
      .map(({ parentPath, name }) => [
        join(parentPath, name).slice(folder.length),
        readFileSync(join(parentPath, name), "latin1"),
      ])
      .sort(),
  );
}

/** The sample site and some hundreds of pages: three of the portions in which pages are made, one for each thread. */
function largeContent(): string {
  const input = folderOf();
  cpSync(sampleContent, input, { recursive: true });
  generate(input, 520);
  return input;
}

describe("however many threads build a site, the bytes are the same", () => {
  const input = largeContent();
  const build = async (output: string, threads: number) => ({
    ...(await buildSite({ input, base_url: "https://house.example", threads }, output)),
    bytes: bytesIn(output),
  });

  test("into a new folder, and over what is there", async () => {
    const [alone, helped] = [join(folderOf(), "site"), join(folderOf(), "site")];
    const [ours, theirs] = [await build(alone, 0), await build(helped, 2)];
    expect(Object.keys(theirs.bytes)).toEqual(Object.keys(ours.bytes));
    expect(Object.keys(ours.bytes).filter((path) => ours.bytes[path] !== theirs.bytes[path])).toEqual([]);
    expect(theirs.written.toSorted()).toEqual(ours.written.toSorted());

    const edited = join(input, "pages/part-1/page-100.md");
    writeFileSync(edited, readFileSync(edited, "utf8").replace(/^title: .*$/m, "title: Another"));
    const [oursAgain, theirsAgain] = [await build(alone, 0), await build(helped, 2)];
    expect(theirsAgain.bytes).toEqual(oursAgain.bytes);
    expect(theirsAgain.written.toSorted()).toEqual(oursAgain.written.toSorted());
    expect(theirsAgain.written).toContain("/pages/part-1/page-100/index.html");
    expect(theirsAgain.written).not.toContain("/pages/part-1/page-103/index.html");
    expect(theirsAgain.removed).toEqual(oursAgain.removed);
    expect(theirsAgain.removed.filter((path) => !/^\/(corpus|search)\//.test(path))).toEqual([]);
  });

  test("and so are the faults", async () => {
    putFiles(input, {
      "pages/part-1/page-101.md": "# A\n\n[nowhere](nowhere.md) ![](none.png)\n",
      "notes/part-5/page-510.md": "# B\n\n[no such part](/pages/part-1/page-100/#nothing)\n",
      "pages/part-4/page-400.md": "---\ntitel: C\nstrange: true\n---\n\n<script>\n",
    });
    const messages = await Promise.all(
      [0, 2].map((threads) =>
        buildSite({ input, threads }, join(folderOf(), "site")).catch((error: Error) => error.message),
      ),
    );
    expect(messages[0]).toMatch(/^6 things to mend/);
    expect(messages[1]).toBe(messages[0]);
  });
});
