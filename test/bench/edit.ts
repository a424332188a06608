import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { project } from "../../build/pipeline/project.ts";
import { startCommand } from "../support/start-command.ts";
import { benchPath, generate } from "./generate.ts";
import { median, withFolder } from "./measure.ts";

/** Edits of each site. */
const edits = 9;

/** Milliseconds between two requests of the page. */
const interval = 10;

/**
 * Times, at each size, how long after its start the server shows a page, and how long after a
 * page's file was saved it shows the change.
 */
export async function benchEdit(
  { sizes, folder }: { sizes: readonly number[]; folder: string },
  print: (line: string) => void,
): Promise<void> {
  print(
    `\nMilliseconds to the first page after \`npm start\`, and from saving a page to seeing it (median of ${edits})\n`,
  );
  print("| pages | first page | edit |\n|---:|---:|---:|");
  await withFolder(folder, async (work) => {
    for (const size of sizes) {
      const { first, times } = await timesOf(join(work, String(size)), size);
      print(`| ${size} | ${first.toFixed(0)} | ${median(times).toFixed(0)} |`);
    }
  });
}

async function timesOf(content: string, size: number): Promise<{ first: number; times: number[] }> {
  generate(content, size);
  const started = performance.now();
  const { origin, stop } = await startCommand(project, [`--input=${content}`]);
  try {
    await (await fetch(origin)).text();
    const first = performance.now() - started;
    const times: number[] = [];
    for (let number = 0; number < edits; number++) {
      await delay(500); // an author does not save more often
      times.push(
        await edit(content, benchPath((number * 1237) % size), origin, `Edit number ${number}.`),
      );
    }
    return { first, times };
  } finally {
    await stop();
  }
}

async function edit(content: string, path: string, origin: string, words: string): Promise<number> {
  const file = join(content, path);
  const saved = performance.now();
  writeFileSync(file, `${readFileSync(file, "utf8")}\n${words}\n`);
  for (;;) {
    const page = await (await fetch(`${origin}/${path.replace(/\.md$/, "/")}`)).text();
    if (page.includes(words)) return performance.now() - saved;
    if (performance.now() - saved > 60_000)
      throw new Error(`${path} was edited, and a minute later its page is still as it was.`);
    await delay(interval);
  }
}
