import { sha256 } from "../content/digest.ts";
import type { Context } from "../context.ts";
import { byteLengthOf, digestOf } from "./content.ts";
import type { Document, FileDigest, Made, OutputFile } from "./document.ts";
import { renderJson } from "./json.ts";

/**
 * Renders documents in their order.
 * @param made What was made before them. Each document adds its digest, for those that follow.
 */
export function renderDocuments(
  documents: readonly Document[],
  context: Context,
  made: Made,
): { files: OutputFile[]; digests: FileDigest[] } {
  const digests = [...made.written];
  const files: OutputFile[] = [];
  for (const document of documents) {
    const own = renderDocument(document, context, { ...made, written: digests });
    if (document.group !== "plumbing") digests.push(digestOfDocument(document, own));
    for (const file of own) files.push(file); // one by one: a family may have more files than a call takes arguments
  }
  return { files, digests };
}

function renderDocument(document: Document, context: Context, made: Made): OutputFile[] {
  if (document.kind === "family") return document.files(context, made);
  const content = document.kind === "json" ? renderJson(document, context, made) : document.render(context, made);
  return [{ path: document.path, content }];
}

/** A family has one digest, over its files' lines `path sha256`, sorted, so that a reader can compute it too. */
function digestOfDocument({ kind, path }: Document, files: readonly OutputFile[]): FileDigest {
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
