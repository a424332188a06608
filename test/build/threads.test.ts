import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { generate } from "../../build/bench/generate.ts";
import { packPages, packsOf, unpackPages } from "../../build/crew/packed-pages.ts";
import { createCrew } from "../../build/crew/crew.ts";
import { openDelivery } from "../../build/output/delivery.ts";
import { reasonOf } from "../../build/run/eleventy.ts";
import { buildOnce } from "../../build/run/once.ts";
import { explain } from "../../build/serve/explain.ts";
import { folderOf, putFiles } from "./folder.ts";
import { sampleContent, sampleSite } from "./site.ts";

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
    ...(await buildOnce({ input, base_url: "https://house.example" }, output, createCrew(threads))),
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
    putFiles(helped, { "stray.txt": "of an earlier build" });
    const [oursAgain, theirsAgain] = [await build(alone, 0), await build(helped, 2)];
    expect(theirsAgain.bytes).toEqual(oursAgain.bytes);
    expect(theirsAgain.written.toSorted()).toEqual(oursAgain.written.toSorted());
    expect(theirsAgain.written).toContain("/pages/part-1/page-100/index.html");
    expect(theirsAgain.written).not.toContain("/pages/part-1/page-101/index.html");
    expect([
      oursAgain.removed.filter((path) => !path.startsWith("/corpus/")),
      theirsAgain.removed.filter((path) => !path.startsWith("/corpus/")),
    ]).toEqual([[], ["/stray.txt"]]);
  });

  test("and so are the faults", async () => {
    putFiles(input, {
      "pages/part-1/page-101.md": "# A\n\n[nowhere](nowhere.md) ![](none.png)\n",
      "notes/part-5/page-510.md": "# B\n\n[no such part](/pages/part-1/page-100/#nothing)\n",
      "pages/part-4/page-400.md": "---\ntitel: C\nstrange: true\n---\n\n<script>\n",
    });
    const told = await Promise.all(
      [0, 2].map((threads) =>
        buildOnce({ input }, join(folderOf(), "site"), createCrew(threads)).catch((error: Error) => error.message),
      ),
    );
    expect(told[0]).toMatch(/^6 things to mend/);
    expect(told[1]).toBe(told[0]);
  });
});

test("pages survive being packed, alone and with others that are packed already", async () => {
  const { context } = await sampleSite();
  const plain = (page: (typeof context.pages)[number]) => {
    const {
      id,
      path,
      url,
      markdown_path,
      markdown_url,
      html,
      text,
      markdown,
      twin,
      record,
      headings,
      title,
      tags,
      realm,
      sha256,
    } = page;
    return {
      id,
      path,
      url,
      markdown_path,
      markdown_url,
      html,
      text,
      markdown,
      twin: String(twin),
      record: Buffer.from(record).toString(),
      headings,
      title,
      tags,
      realm,
      sha256,
    };
  };
  const unpacked = unpackPages(packPages(context.pages));
  expect(unpacked.map(plain)).toEqual(context.pages.map(plain));
  const mixed = [...unpacked.slice(5), ...context.pages.slice(0, 5)];
  expect(packsOf(mixed)).toHaveLength(2);
  expect(unpackPages(packPages([]))).toEqual([]);
});

describe("what goes wrong in another thread is told as if it had gone wrong here", () => {
  test("a file that cannot be written", async () => {
    const output = folderOf();
    await using crew = createCrew(1);
    crew.hire(0);
    await crew.write(output, [
      { path: "/a", content: "a file", place: "empty" },
      { path: "/a/b", content: "below it", place: "empty" },
    ]);
    const error: unknown = await crew.written().catch((reason: unknown) => reason);
    expect(explain(error)).toBe(`${output}/a: a file stands where a folder should.`);
  });
});

test("threads that replace files of one folder at once do not mix them up", async () => {
  const output = folderOf();
  const text = (round: number, number: number) => `${round} ${number} ${"x".repeat(5_000)}`;
  for (let round = 0; round < 3; round++) {
    await using crew = createCrew(2);
    crew.hire(0);
    for (let number = 0; number < 400; number += 5) {
      const files = Array.from({ length: 5 }, (_, index) => ({
        path: `/file-${number + index}`,
        content: text(round, number + index),
        place: "taken" as const,
      }));
      await crew.write(output, files);
      await crew.write(output, [
        { path: `/large-${number}`, content: Buffer.from(text(round, number).repeat(50)), place: "taken" },
      ]); // written here
    }
    await crew.written();
    const found = bytesIn(output);
    expect(Object.keys(found)).toHaveLength(480);
    expect(
      Object.entries(found).filter(([path, bytes]) => !bytes.startsWith(`${round} ${path.replace(/\D+/, "")} x`)),
    ).toEqual([]);
  }
});

test("what a plugin threw comes out of what Eleventy wraps it in", () => {
  const wrapped = Object.assign(new Error(`Having trouble writing to ${"/a/index.html, ".repeat(200)}`), {
    originalError: Object.assign(new Error("Transform `mine` encountered an error"), {
      originalError: new Error("No such heading"),
    }),
  });
  expect(reasonOf(wrapped).message).toMatch(
    /^The pages could not be made\. Transform `mine` encountered an error\nError: No such heading\n +at /,
  );
  expect(reasonOf(new Error("plain")).message).toBe("plain");
});

describe("a delivery that is abandoned", () => {
  const files = [{ path: "/deep/index.html", content: "page" }];

  test.each([0, 1])("leaves nothing where nothing was, with %i threads", async (threads) => {
    const output = join(folderOf(), "site");
    await using crew = createCrew(threads);
    crew.hire(0);
    const delivery = openDelivery(output, crew);
    await delivery.put(files);
    await delivery.abandon();
    expect(readdirSync(join(output, ".."))).toEqual([]);
  });

  test("leaves an earlier build as it was", async () => {
    const output = folderOf();
    for (const finish of [true, false]) {
      await using crew = createCrew(0);
      const delivery = openDelivery(output, crew);
      await delivery.put(finish ? [{ path: "/index.html", content: "good" }] : files);
      await (finish ? delivery.finish(["/index.html"]) : delivery.abandon());
    }
    expect(Object.keys(bytesIn(output)).toSorted()).toEqual(["/.open-house", "/index.html"]);
  });
});
