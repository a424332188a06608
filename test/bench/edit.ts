import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { project } from "../../build/pipeline/project.ts";
import { benchPath, generate } from "./generate.ts";
import { median, withFolder } from "./measure.ts";

/** Edits of each site. */
const edits = 9;

/** Milliseconds between two requests of the page. */
const interval = 10;

/** Times, at each size, how long after a page's file was saved the running server shows the change. */
export async function benchEdit(
  { sizes, folder }: { sizes: readonly number[]; folder: string },
  print: (line: string) => void,
): Promise<void> {
  print(`\nFrom saving a page to seeing it, \`npm start\`, ${edits} edits\n`);
  print("| pages | median ms | longest ms |\n|---:|---:|---:|");
  await withFolder(folder, async (work) => {
    for (const size of sizes) {
      const times = await editsOf(join(work, String(size)), size);
      print(`| ${size} | ${median(times).toFixed(0)} | ${Math.max(...times).toFixed(0)} |`);
    }
  });
}

async function editsOf(content: string, size: number): Promise<number[]> {
  generate(content, size);
  const server = spawn(
    process.execPath,
    [
      "--disable-warning=ExperimentalWarning",
      join(project, "build/cli/serve.ts"),
      "start",
      "--port=0",
      `--input=${content}`,
    ],
    { cwd: project, stdio: ["ignore", "pipe", "inherit"] },
  );
  const ended = once(server, "exit");
  try {
    const origin = await originOf(server.stdout);
    const times: number[] = [];
    for (let number = 0; number < edits; number++) {
      await delay(500); // an author does not save more often
      times.push(await edit(content, benchPath((number * 1237) % size), origin, `Edit number ${number}.`));
    }
    return times;
  } finally {
    server.kill("SIGTERM");
    await ended;
  }
}

/** The address that a server prints once it serves. Its later output is read and discarded. */
async function originOf(output: Readable): Promise<string> {
  let printed = "";
  return new Promise((resolve, reject) => {
    output.on("data", (chunk: Buffer) => {
      printed = (printed + String(chunk)).slice(-2000);
      const origin = /Open at (http:\/\/\S+?)\/ /.exec(printed)?.[1];
      if (origin !== undefined) resolve(origin);
    });
    output.on("end", () => reject(new Error(`The server ended without serving:\n${printed}`)));
  });
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
