import { createInterface } from "node:readline/promises";
import { setTimeout as wait } from "node:timers/promises";
import { run } from "./arguments.ts";
import { runGuestbookCommand } from "./guestbook/command.ts";

await run((argv) =>
  runGuestbookCommand(argv, process.env, {
    print: (line) => console.log(line),
    warn: (line) => console.error(line),
    replace: process.stderr.isTTY ? (line) => void process.stderr.write(`\r\u001b[K${line}`) : null,
    write: (text) =>
      new Promise((resolve, reject) => process.stdout.write(text, (error) => (error ? reject(error) : resolve()))),
    ask,
    clock: Date.now,
    wait,
  }),
);

async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    // Where nobody can answer, the input ends and the question with it.
    const ended = new Promise<string>((resolve) => lines.once("close", () => resolve("")));
    return await Promise.race([lines.question(question), ended]);
  } finally {
    lines.close();
  }
}
