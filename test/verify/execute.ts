import { execFile } from "node:child_process";
import { resolve } from "node:path";

/** Runs a program. @returns the code with which it ended, and what it printed */
export function execute(
  file: string,
  args: readonly string[],
): Promise<{ code: number; out: string; err: string }> {
  return new Promise((end) => {
    execFile(file, args, { env: { ...process.env, NO_COLOR: "1" } }, (error, out, err) =>
      end({ code: typeof error?.code === "number" ? error.code : 0, out, err }),
    );
  });
}

const command = resolve(import.meta.dirname, "../../build/cli/verify.ts");

/** Runs `npm run verify`, without npm. */
export const verifyCommand = (...args: string[]) =>
  execute(process.execPath, ["--disable-warning=ExperimentalWarning", command, ...args]);
