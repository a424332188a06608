import { setImmediate as next } from "node:timers/promises";
import { sha256 } from "../content/digest.ts";
import type { Context } from "../context.ts";
import { byteLengthOf, digestOf } from "./content.ts";
import type { Document, FileDigest, OutputFile } from "./document.ts";
import { renderJson } from "./json.ts";

/**
 * Renders the whole catalogue, the files of a document at a time. state.json tells the digests of all others, so it comes last.
 * Between documents other work has its turn: on a large site this takes long enough for other threads to wait for an answer.
 */
export async function* renderCatalogue(context: Context): AsyncGenerator<OutputFile[]> {
  const written: FileDigest[] = [];
  const last = context.catalogue.filter(({ id }) => id === "state");
  for (const document of [...context.catalogue.filter((document) => !last.includes(document)), ...last]) {
    const made = renderDocument(document, context, written);
    if (document.group !== "plumbing") written.push(told(document, made));
    yield made;
    await next();
  }
}

function renderDocument(document: Document, context: Context, written: readonly FileDigest[]): OutputFile[] {
  if (document.kind === "family") return document.files(context);
  return [
    {
      path: document.path,
      content: document.kind === "json" ? renderJson(document, context, written) : document.render(context),
    },
  ];
}

/** A family is told by one digest, over its files' lines `path sha256`, sorted, so that a reader can compute it too. */
function told({ kind, path }: Document, files: readonly OutputFile[]): FileDigest {
  const bytes = files.reduce((sum, file) => sum + (file.bytes ?? byteLengthOf(file.content)), 0);
  const digests = files.map((file) => file.sha256 ?? digestOf(file.content));
  if (kind !== "family") return { path, bytes, sha256: digests[0] ?? "" };
  return {
    path,
    bytes,
    sha256: sha256(
      files
        .map((file, index) => `${file.path} ${digests[index]}\n`)
        .sort()
        .join(""),
    ),
  };
}
