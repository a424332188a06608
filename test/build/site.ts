import { resolve } from "node:path";
import { piecesOf } from "../../build/catalogue/content.ts";
import type { OutputFile } from "../../build/catalogue/document.ts";
import { publish, type Publication, type PublishOptions } from "../../build/publish.ts";
import { layOut } from "../../build/html/lay-out.ts";
import type { Context } from "../../build/context.ts";

/** Every file of a publication, as it would be written. */
export async function filesOf({ context, files }: Pick<Publication, "context" | "files">): Promise<OutputFile[]> {
  return [
    ...layOut(context).map(({ path, html }) => ({ path, content: html })),
    ...(await Array.fromAsync(files())).flat(),
  ];
}

/** The content that ships with the project. */
export const sampleContent = resolve(import.meta.dirname, "../../site");

/** A whole site, built in memory. */
export interface BuiltSite {
  context: Context;
  warnings: string[];
  /** Every file that would be written, by its root-relative, decoded path. */
  files: ReadonlyMap<string, string | Uint8Array>;
  /** The HTML of every page, by the page's (encoded) path; error pages are not among them. */
  html: ReadonlyMap<string, string>;
  /** A file's text. Throws where there is none. */
  text(path: string): string;
  /** A JSON file's value. */
  json<T>(path: string): T;
}

/** Builds a content folder with the real pipeline, without writing anything. */
export async function buildSite(options: PublishOptions): Promise<BuiltSite> {
  const { context, files: makeFiles, warnings } = await publish(options);
  const others = (await Array.fromAsync(makeFiles())).flat();
  const entries = layOut(context);
  const html = new Map(context.pages.map((page, index) => [page.path, entries[index]?.html ?? ""]));
  const files = new Map<string, string | Uint8Array>(
    others.map(({ path, content }) => [path, typeof content === "string" ? content : Buffer.concat(piecesOf(content))]),
  );
  for (const { path, html } of entries) files.set(path, html);
  const text = (path: string): string => {
    const content = files.get(path);
    if (content === undefined) throw new Error(`Nothing is published at ${path}.`);
    return typeof content === "string" ? content : Buffer.from(content).toString("utf8");
  };
  return { context, warnings, files, html, text, json: <T>(path: string) => JSON.parse(text(path)) as T };
}

let sample: Promise<BuiltSite> | undefined;

/** The sample site, built once for a test file. */
export function sampleSite(): Promise<BuiltSite> {
  return (sample ??= buildSite({ input: sampleContent }));
}
