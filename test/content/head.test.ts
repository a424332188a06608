import { describe, expect, test } from "vitest";
import { splitFile } from "../../build/content/head.ts";

describe("a file is split at the lines around its head", () => {
  test.each<[text: string, data: Record<string, unknown>, body: string, offset: number]>([
    ["---\ntitle: A\n---\nText.\n", { title: "A" }, "Text.\n", 3],
    ["---\ntitle: A\n---\n\nText.\n", { title: "A" }, "\nText.\n", 3],
    ["---\ntitle: A\n---", { title: "A" }, "", 2],
    ["---\n---\nText.", {}, "Text.", 2],
    ["---\n# only a comment\n---\nText.", {}, "Text.", 3],
    ["---\n\ntitle: A\n\n---  \nText.", { title: "A" }, "Text.", 5],
    ["---\ntitle: A\n...\nText.", { title: "A" }, "Text.", 3],
    ["---\ntitle: A\n---\n\n---\n", { title: "A" }, "\n---\n", 3],
    ["---\n\nProse between two rules.\n\n---\n", {}, "---\n\nProse between two rules.\n\n---\n", 0],
    ["--- a rule in prose", {}, "--- a rule in prose", 0],
  ])("%j", (text, data, body, offset) => {
    expect(splitFile(text)).toMatchObject({ data, body, offset });
  });
});

describe("a head that cannot be read is a fault, because it may keep its page out", () => {
  test.each<[text: string, line: number, problem: RegExp]>([
    ["---\ntitle: [\n---\nText.", 3, /not valid YAML/],
    ["---\ntitle: A\ndraft: true\n", 1, /has no end/],
    // A line that only begins like the last one does not end the head.
    ["---\ntitle: A\n-----\ndraft: true\n---\nText.", 4, /not valid YAML/],
    ["---\n- draft: true\n---\nText.", 1, /has no keys/],
    ["---js\nmodule.exports = {}\n---\n", 1, /`---js`\), which is never read or run/],
    ["--- toml\ntitle = 'A'\n---\nText.", 1, /not YAML/],
    ["+++\ntitle = 'A'\n+++\nText.", 1, /not YAML/],
    [';;;\n{"title": "A"}\n;;;\nText.', 1, /not YAML/],
    ['{\n  "title": "A"\n}\nText.', 1, /a JSON object/],
  ])("%j", (text, line, problem) => {
    expect(splitFile(text).fault).toMatchObject({ line, problem: expect.stringMatching(problem) });
  });
});
