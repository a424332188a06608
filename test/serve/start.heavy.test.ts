import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { putFiles } from "../build/folder.ts";
import { projectWith } from "../build/project.ts";
import { eventually } from "../support/eventually.ts";
import { startCommand } from "../support/start-command.ts";

test("while templates are added, broken and mended, every request is answered, and a mistake is told in one sentence", async () => {
  const { folder } = projectWith({});
  rmSync(join(folder, "site"), { recursive: true });
  putFiles(folder, { "site/index.md": "# Home\n\nWords.\n" });
  // In the project's own compile cache each copy would leave files that no other run finds again.
  const { lines, origin, stop } = await startCommand(folder, [], {
    NODE_COMPILE_CACHE: join(tmpdir(), "compile"),
  });
  onTestFinished(stop);
  const answers = new Set<number | string>();
  let asking = true;
  const asked = (async () => {
    while (asking) {
      // Each time over a new connection, which would be refused where nobody listens.
      const answer = fetch(`${origin}/`, { headers: { connection: "close" } });
      answers.add(await answer.then(({ status }) => status, String));
      await delay(5);
    }
  })();
  onTestFinished(async () => {
    asking = false;
    await asked;
  });
  const page = async () => {
    const answer = await fetch(`${origin}/list/`, {
      headers: { accept: "text/html", connection: "close" },
    });
    return answer.text();
  };

  putFiles(folder, { "site/list.njk": "---\ntitle: List\n---\n{% nosuch %}\n" });
  const mistake = "site/list.njk:4 stopped the build: unknown block tag: nosuch";
  expect(await eventually(page, (text) => text.includes(mistake))).toContain(mistake);
  expect(lines.slice(lines.indexOf(mistake) + 1)[0]).toMatch(
    /^The last good site stays as it is\./,
  );
  expect(lines.filter((line) => /^\s+at /.test(line))).toEqual([]);
  putFiles(folder, { "site/list.njk": "<p>A list</p>\n" });
  expect(await eventually(page, (text) => text.includes("A list"))).toContain("A list");
  expect([...answers]).toEqual([200]);
});
