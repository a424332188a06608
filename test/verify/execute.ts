import { execFile } from "node:child_process";

/** Runs a program. @returns the code with which it ended, and what it printed */
export function execute(file: string, args: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((end) => {
    execFile(file, args, { env: { ...process.env, NO_COLOR: "1" } }, (error, out, err) =>
      end({ code: typeof error?.code === "number" ? error.code : 0, out, err }),
    );
  });
}
