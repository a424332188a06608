import { readFileSync } from "node:fs";
import { catalogue } from "../catalogue/catalogue.ts";
import type { OutputFile } from "../catalogue/document.ts";
import type { Report } from "../content/faults.ts";
import type { ContentFile } from "../content/files.ts";

/** The author's images and other files, copied as they are. One that would take the place of a document is a fault. */
export function copiedAssets(assets: readonly ContentFile[], report: Report): OutputFile[] {
  const made = new Set(catalogue.map(({ path }) => path));
  return assets.flatMap(({ path, absolute }) => {
    if (!made.has(`/${path}`)) return [{ path: `/${path}`, content: readFileSync(absolute) }];
    report.fault({ file: path, problem: "has the name of a file that the build makes; the build's own would be published", expected: "another name, or no such file", publishable: true });
    return [];
  });
}
