import { parentPort } from "node:worker_threads";
import { validateText } from "./json.ts";
import { compareForms } from "./parity.ts";
import type { Job, Result } from "./sandbox.ts";

parentPort?.on("message", (job: Job) => {
  parentPort?.postMessage(examine(job));
});

function examine(job: Job): Result {
  try {
    return job.kind === "validate" ? validateText(job.schema, job.document) : compareForms(job.forms);
  } catch (error) {
    return [`cannot be examined: ${error instanceof Error ? error.message : String(error)}`];
  }
}
