import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { catalogue } from "../../build/documents/catalogue.ts";
import { publishedSchemas } from "../../build/documents/schemas.ts";
import { Type } from "../../build/schemas/fields.ts";
import { fieldsOf } from "../../build/schemas/read-schema.ts";
import { problems } from "../../functions/guestbook/http.ts";
import { tabAt } from "../support/browser.ts";
import { sampleServer, type TestServer } from "../support/server.ts";
import { temporaryFolder } from "../support/temporary.ts";

let server: TestServer;
let twin: string;
beforeAll(async () => {
  server = await sampleServer();
  twin = await (await fetch(`${server.origin}/api.md`)).text();
});

/** A tab that just loaded the API page, at a part of it. */
const open = (fragment = "", { width = 1280, script = true } = {}) =>
  tabAt(`${server.origin}/api/${fragment}`, {
    viewport: { width, height: 800 },
    javaScriptEnabled: script,
  });

describe("fields of a schema", () => {
  test("have dotted names, and types in words", () => {
    const schema = Type.Object({
      id: Type.String({ description: "A name." }),
      when: Type.Union([Type.String({ format: "date-time" }), Type.Null()], {
        description: "A time.",
      }),
      author: Type.Optional(
        Type.Object({ url: Type.String({ format: "uri", description: "An address." }) }),
      ),
      pages: Type.Array(Type.Object({ words: Type.Integer({ description: "A number." }) }), {
        description: "Pages.",
      }),
      digests: Type.Record(Type.String(), Type.String({ description: "A digest." }), {
        description: "Digests.",
      }),
      state: Type.Enum(["on", "off"], { description: "A state." }),
    });
    expect(fieldsOf(schema)).toEqual([
      { name: "id", type: "string", meaning: "A name." },
      { name: "when", type: "date-time or null", meaning: "A time." },
      { name: "author", type: "object, optional", meaning: "" },
      { name: "author.url", type: "URL", meaning: "An address." },
      { name: "pages", type: "list of objects", meaning: "Pages." },
      { name: "pages[].words", type: "integer", meaning: "A number." },
      { name: "digests", type: "map of strings", meaning: "Digests." },
      { name: "digests.*", type: "string", meaning: "A digest." },
      { name: "state", type: '`"on"`, `"off"`', meaning: "A state." },
    ]);
  });

  test.each(publishedSchemas({ catalogue }))("of %s all have a meaning", (_, schema) => {
    expect(fieldsOf(schema).filter(({ meaning }) => meaning === "")).toEqual([]);
  });

  test.each(
    catalogue.flatMap((document) =>
      "data" in document && document.schema && document.group === "api"
        ? [[document.title, document.schema] as const]
        : [],
    ),
  )("of %s are all in its section", (title, schema) => {
    const section =
      twin.split(/\n(?=### )/).find((part) => part.startsWith(`### ${title}\n`)) ?? "";
    const rows = section.split("\n").filter((line) => line.startsWith("| `"));
    expect(rows.map((row) => /`([^`]+)`/.exec(row)?.[1])).toEqual(
      fieldsOf(schema).map(({ name }) => name),
    );
  });
});

test.each([true, false])(
  "what is folded is opened by a link to it, with scripts: %s",
  async (script) => {
    for (const part of ["", "site", "guestbook_sign", "with-python"]) {
      const tab = await open(`#${part}`, { script });
      const opened = tab.locator(".fold[open] > .inside");
      expect(await opened.evaluateAll((all) => all.map(({ id }) => id))).toEqual(
        part === "" ? [] : [part],
      );
    }
  },
);

test("what is folded is opened with the keyboard, named by its summary, and printed", async () => {
  const tab = await open();
  const summary = tab.locator(".fold summary").first();
  await summary.focus();
  await tab.keyboard.press("Enter");
  expect(await tab.locator(".fold[open]").count()).toBe(1);
  expect((await summary.innerText()).replace(/\s+/g, " ")).toBe(
    "Index GET /api/index.json Everything this service answers, with addresses: the place to start.",
  );
  await tab.emulateMedia({ media: "print" });
  // What was hidden is laid out in the next frame.
  await tab.evaluate(() => new Promise(requestAnimationFrame));
  const hidden = await tab
    .locator(".fold .inside")
    .evaluateAll(
      (all) => all.filter((each) => !each.checkVisibility({ contentVisibilityAuto: true })).length,
    );
  expect(hidden).toBe(0);
});

test("no line of a sample wraps in a wide window, and the contents mark where one is", async () => {
  const tab = await open("#operations");
  const spaces = await tab
    .locator("pre")
    .evaluateAll((all) => all.map((each) => getComputedStyle(each).whiteSpace));
  expect(new Set(spaces)).toEqual(new Set(["pre"]));
  expect(await tab.locator(".contents a:target-current").getAttribute("href")).toBe("#operations");
});

test("every kind of error has a row under the name that its `type` leads to", async () => {
  const names = (await open()).locator("td > span[id]");
  expect(await names.evaluateAll((all) => all.map(({ id }) => id))).toEqual(Object.keys(problems));
});

describe("the first steps run as they stand", () => {
  const run = promisify(execFile);
  const languages = [
    ["curl", "bash", ".sh", "bash"],
    ["JavaScript", "js", ".mjs", process.execPath],
    ["Python", "python", ".py", "python3"],
  ] as const;

  test.each(languages)("in %s", async (name, fence, ending, program) => {
    const section = twin.split(`\n### ${name}\n`)[1]?.split(/\n##+ /)[0] ?? "";
    const [read, sync, download, sign, ...more] = [
      ...section.matchAll(new RegExp(`\`\`\`${fence}\n([^]*?)\n\`\`\``, "g")),
    ].map(([, code]) => code as string);
    expect(more).toEqual([]);
    const folder = temporaryFolder();
    const output = async (code = "") => {
      const file = join(folder, `step${ending}`);
      writeFileSync(file, code);
      return (await run(program, [file], { cwd: folder })).stdout;
    };
    expect(await output(read)).toContain("# Open House");
    const first = await output(sync);
    expect(first).toContain(name === "curl" ? '"version"' : "/notes/");
    expect(await output(sync)).toBe("");
    await output(download);
    const corpus = JSON.parse(readFileSync(join(folder, "corpus.json"), "utf8")) as {
      documents: unknown[];
    };
    expect(corpus.documents.length).toBeGreaterThan(10);
    const count = async () =>
      ((await (await fetch(`${server.origin}/api/guestbook`)).json()) as { count: number }).count;
    const before = await count();
    expect(await output(sign)).toContain("A passing reader");
    expect(await count()).toBe(before + 1);
  });
});
