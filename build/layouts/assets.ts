import { readdirSync, readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sha256 } from "../lib/bytes.ts";
import type { Assets, OutputFile } from "../model/site-model.ts";

const folder = join(import.meta.dirname, "assets");

/**
 * The styles and scripts of all pages, at addresses that contain a digest of their content, so that they can be cached
 * for ever. They have a folder of their own, because files in an author's `assets` folder have no digest in their
 * names.
 * @param custom The author's own stylesheet (`site/style.css`), which comes last so that its rules override the others.
 */
export function loadAssets(custom: string | undefined): { assets: Assets; files: OutputFile[] } {
  const files: OutputFile[] = [];
  const add = (name: string, content: string | Uint8Array): string => {
    const [stem, extension] = [name.slice(0, name.lastIndexOf(".")), name.slice(name.lastIndexOf("."))];
    const path = `/assets/house/${stem}.${sha256(content).slice(0, 10)}${extension}`;
    files.push({ path, content });
    return path;
  };
  const layers = readdirSync(join(folder, "style"))
    .filter((name) => name.endsWith(".css"))
    .sort();
  const style =
    layers.map((name) => readFileSync(join(folder, "style", name), "utf8")).join("\n") +
    (custom === undefined ? "" : `\n${custom}`);
  const assets: Assets = {
    style: add("style.css", compactCss(style)),
    favicon: add("favicon.svg", read("favicon.svg")),
    social_image: add("social.png", readFileSync(join(folder, "social.png"))),
    guestbook_script: add("guestbook.js", script("guestbook.ts")),
    search_script: add(
      "search.js",
      script("search.ts").replace('"minisearch"', JSON.stringify(add("minisearch.js", miniSearch()))),
    ),
  };
  return { assets, files };
}

function read(name: string): string {
  return readFileSync(join(folder, name), "utf8");
}

/** The library behind the search page, as its package ships it for browsers. */
function miniSearch(): string {
  return readFileSync(fileURLToPath(import.meta.resolve("minisearch")), "utf8").replace(
    /^\/\/# sourceMappingURL=.*$/m,
    "",
  );
}

/** Browser scripts are written in TypeScript; their types are blanked out, nothing else changes. */
function script(name: string): string {
  return stripTypeScriptTypes(read(name))
    .replace(/^\/\/\/.*\n/gm, "")
    .replace(/[ \t]+$/gm, "");
}

/** Removes comments and indentation, which browsers do not need. */
function compactCss(css: string): string {
  return css
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/^[ \t]+/gm, "")
    .replace(/\n{2,}/g, "\n")
    .trimStart();
}
