import { setImmediate as next } from "node:timers/promises";
import { sha256 } from "../content/digest.ts";
import type { Context } from "../context.ts";
import type { Document, FileDigest, OutputFile } from "./document.ts";
import { renderJson } from "./json.ts";

/**
 * Renders the whole catalogue. state.json tells the digests of all others, so it comes last.
 * Between documents other work has its turn: on a large site this takes long enough for other threads to wait for an answer.
 */
export async function renderCatalogue(context: Context): Promise<OutputFile[]> {
  const files: OutputFile[] = [];
  const written: FileDigest[] = [];
  const last = context.catalogue.filter(({ id }) => id === "state");
  for (const document of [...context.catalogue.filter((document) => !last.includes(document)), ...last]) {
    const made = renderDocument(document, context, written);
    files.push(...made);
    if (document.group !== "plumbing") written.push(digestOf(document, made));
    await next();
  }
  return files;
}

/** Past this size a document is made again when it is written, rather than kept in memory beside all others until then. */
const keptBytes = 8_000_000;

function renderDocument(document: Document, context: Context, written: readonly FileDigest[]): OutputFile[] {
  if (document.kind === "family") return document.files(context);
  const make = () => (document.kind === "json" ? renderJson(document, context, written) : Buffer.from(document.render(context)));
  const content = make();
  return [content.length <= keptBytes ? { path: document.path, content } : madeAgain(document.path, content, make)];
}

/** A file whose content is told apart by its digest, and made anew each time it is asked for. */
export function madeAgain(path: string, content: Uint8Array, make: () => Uint8Array): OutputFile {
  return {
    path,
    sha256: sha256(content),
    bytes: content.length,
    get content() {
      return make();
    },
  };
}

/** A family is told by one digest, over its files' lines `path sha256`, sorted, so that a reader can compute it too. */
function digestOf({ kind, path }: Document, files: readonly OutputFile[]): FileDigest {
  const bytes = files.reduce((sum, file) => sum + (file.bytes ?? Buffer.byteLength(file.content)), 0);
  const digests = files.map((file) => file.sha256 ?? sha256(file.content));
  if (kind !== "family") return { path, bytes, sha256: digests[0] ?? "" };
  return { path, bytes, sha256: sha256(files.map((file, index) => `${file.path} ${digests[index]}\n`).sort().join("")) };
}
