import { parentPort, workerData } from "node:worker_threads";
import { catalogue } from "../documents/catalogue.ts";
import { keepWords } from "../documents/inverted-index.ts";
import { renderDocuments } from "../documents/render.ts";
import { createSiteModel } from "../model/create-site-model.ts";
import { guestbookOperations } from "../model/operations.ts";
import type { TemplatePage } from "../model/site-model.ts";
import { type DocumentJob, forbidContent } from "./document-thread.ts";
import { openOutput } from "./output-folder.ts";

// A thread that makes all documents of a site, writes them into its output folder and tells which files these are.
const { directory, parts, documents, words } = workerData as DocumentJob;
forbidContent(parts.pages);
const model = createSiteModel({
  ...parts,
  catalogue: catalogue.filter(({ id }) => documents.includes(id)),
  operations: guestbookOperations(parts.base_url),
});
keepWords(model.pages, words);
parentPort?.once("message", (templates: readonly TemplatePage[]) => {
  const files = [...renderDocuments(model, templates)].flat();
  parentPort?.postMessage(openOutput(directory).write(files));
});
