import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { htmlFileOf } from "../../build/content/address.ts";
import type { Fault } from "../../build/content/fault.ts";
import { renderDocuments } from "../../build/documents/render-documents.ts";
import { renderPage } from "../../build/layouts/page.ts";
import type { Content } from "../../build/lib/bytes.ts";
import type { OutputFile, SiteModel } from "../../build/model/site-model.ts";
import type { CopiedFile } from "../../build/pipeline/output.ts";
import {
  type PreparedSite,
  prepareSite,
  type SiteOptions,
} from "../../build/pipeline/prepare-site.ts";

/** Every file of a publication, as it would be written. */
export async function filesOf({ model, files, copied }: PreparedSite): Promise<OutputFile[]> {
  const pages = model.pages.map((page) => ({
    path: htmlFileOf(page.path),
    content: renderPage(page, model),
  }));
  return [
    ...pages,
    ...files,
    ...contentsOf(copied),
    ...(await Array.fromAsync(renderDocuments(model, []))).flat(),
  ];
}

/** Content in one piece. */
export function bytesOf(content: Content): Buffer {
  return Array.isArray(content)
    ? Buffer.concat(content)
    : Buffer.from(content as string | Uint8Array);
}

/** Copied files with their bytes. */
export function contentsOf(copied: readonly CopiedFile[]): OutputFile[] {
  return copied.map(({ path, absolute }) => ({ path, content: readFileSync(absolute) }));
}

/**
 * The tests' own content: a page of each kind. An author may delete or rewrite the project's
 * `site`.
 */
export const sampleContent = resolve(import.meta.dirname, "../fixtures/site");

/** A whole site, built in memory. */
export interface BuiltSite {
  model: SiteModel;
  warnings: string[];
  tolerated: readonly Fault[];
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
export async function buildSite(options: SiteOptions): Promise<BuiltSite> {
  const publication = await prepareSite(options);
  const { model, report } = publication;
  const { warnings, tolerated } = report.summary();
  const files = new Map<string, string | Uint8Array>(
    (await filesOf(publication)).map(({ path, content }) => [
      path,
      typeof content === "string" ? content : bytesOf(content),
    ]),
  );
  const html = new Map(model.pages.map(({ path }) => [path, String(files.get(htmlFileOf(path)))]));
  const text = (path: string): string => {
    const content = files.get(path);
    if (content === undefined) throw new Error(`Nothing is published at ${path}.`);
    return typeof content === "string" ? content : Buffer.from(content).toString("utf8");
  };
  return {
    model,
    warnings,
    tolerated,
    files,
    html,
    text,
    json: <T>(path: string) => JSON.parse(text(path)) as T,
  };
}

let sample: Promise<BuiltSite> | undefined;

/** The sample site, built once for a test file. */
export function sampleSite(): Promise<BuiltSite> {
  return (sample ??= buildSite({ input: sampleContent }));
}
