import { expect, test } from "vitest";
import { createProgressLine } from "../../build/cli/progress.ts";
import { folderOf } from "../build/folder.ts";
import { buildSite } from "../build/site.ts";

function lineOn(isTTY: boolean) {
  const written: string[] = [];
  const clock = { time: 1_000 };
  const write = (text: string) => written.push(text) > 0;
  return { written, clock, line: createProgressLine({ isTTY, write } as NodeJS.WriteStream, () => clock.time) };
}

test("work of less than two seconds shows nothing, longer work one line that is cleared", () => {
  const { written, clock, line } = lineOn(true);
  line.show("Reading files", 100, 10_000);
  clock.time += 1_900;
  line.show("Reading files", 200, 10_000);
  expect(written).toEqual([]);
  clock.time += 200;
  line.show("Reading files", 300, 10_000);
  line.show("Reading files", 400, 10_000); // too soon after the last
  line.show("Making the documents");
  expect(written).toEqual(["\r\u001b[KReading files: 300 of 10000 …", "\r\u001b[KMaking the documents …"]);
  line.hide();
  expect(written.at(-1)).toBe("\r\u001b[K");
  line.show("Reading files", 1, 2);
  line.hide();
  expect(written).toHaveLength(3);
});

test("nothing is written where nobody looks", () => {
  const { written, clock, line } = lineOn(false);
  line.show("Reading files", 1, 2);
  clock.time += 10_000;
  line.show("Reading files", 2, 2);
  line.hide();
  expect(written).toEqual([]);
});

test.each([0, 2])("a build tells what it does and how much of it is done, with %s threads", async (threads) => {
  const steps: [step: string, done?: number, total?: number][] = [];
  const files = Object.fromEntries(Array.from({ length: 250 }, (_, number) => [`${number}.md`, `# ${number}\n`]));
  await buildSite({ input: folderOf(files), threads, progress: (...step) => steps.push(step) });
  expect(steps.filter(([step]) => step === "Reading files").at(-1)).toEqual(["Reading files", 250, 250]);
  const rendered = steps.filter(([step]) => step === "Rendering pages");
  expect(rendered.length).toBeGreaterThan(1);
  expect(rendered.at(-1)?.[1]).toBe(rendered.at(-1)?.[2]);
  expect(steps.at(-1)).toEqual(["Making the documents"]);
});
