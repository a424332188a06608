import { expect, test } from "vitest";
import { createProgressLine } from "../../build/cli/progress.ts";

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
