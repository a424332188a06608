import { spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { servedFolder } from "../../build/pipeline/project.ts";
import { fixture } from "../support/fixture.ts";

type Command = "start" | "preview";

/** Runs a server as its command does, in the folder it takes by itself. @returns its origin, once it serves. */
async function run(command: Command, input: string): Promise<string> {
  const module = resolve(import.meta.dirname, `../../build/cli/serve.ts`);
  const child = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", module, command, "--port=0", `--input=${input}`],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const ended = once(child, "exit");
  let port: number | null = null;
  onTestFinished(async () => {
    child.kill("SIGTERM");
    await ended;
    if (port !== null) await rm(servedFolder(command, port), { recursive: true, force: true });
  });
  let said = "";
  for await (const chunk of child.stdout.setEncoding("utf8").iterator({ destroyOnReturn: false })) {
    said += chunk as string;
    const found = /http:\/\/localhost:(\d+)\/ /.exec(said);
    if (found === null) continue;
    port = Number(found[1]);
    child.stdout.resume();
    return `http://localhost:${port}`;
  }
  throw new Error(`${command} ended without serving: ${said}`);
}

test.each<Command>(["start", "preview"])("two of `%s` in one clone each name their own address", async (command) => {
  const input = join(await fixture({ "site/index.md": "# Home\n" }), "site");
  const first = await run(command, input);
  const second = await run(command, input);
  for (const [own, other] of [
    [first, second],
    [second, first],
  ] as const) {
    for (const path of ["/api/site.json", "/llms.txt", "/index.md"]) {
      const text = await (await fetch(own + path)).text();
      expect([path, text.includes(own), text.includes(other)]).toEqual([path, true, false]);
    }
  }
});
