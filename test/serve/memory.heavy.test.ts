import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary.ts";

const requests = 1320;

/** What each request may leave behind, in bytes, by its share in compiled code; a kept `Request` or body takes more. */
const allowed = 500;

test("the local server keeps nothing of a request once it is answered", async () => {
  const script = join(import.meta.dirname, "memory/server.ts");
  // Compiled code that is dropped when it is not used for a while would hide what grows.
  const flags = ["--expose-gc", "--no-flush-bytecode", "--disable-warning=ExperimentalWarning"];
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, script, temporaryFolder(), `${requests}`]);
  const [once, thrice] = JSON.parse(stdout) as [number, number];
  expect((thrice - once) / (2 * requests)).toBeLessThan(allowed);
}, 180_000);
