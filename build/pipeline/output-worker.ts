import { parentPort, workerData } from "node:worker_threads";
import type { OutputFile } from "../model/site-model.ts";
import { openOutput } from "./output-folder.ts";

// A thread that writes files into an output folder and tells which.
const { directory, files } = workerData as { directory: string; files: readonly OutputFile[] };
parentPort?.postMessage(openOutput(directory).write(files));
