import { readdirSync, readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { sha256 } from "../lib/bytes.ts";
import { cachedText } from "../lib/once.ts";
import type { Assets, OutputFile } from "../model/site-model.ts";

const folder = join(import.meta.dirname, "assets");
const read = (name: string): string => readFileSync(join(folder, name), "utf8");

/**
 * The styles and scripts of all pages, at addresses that contain a digest of their content, so that
 * they can be cached for ever. They have a folder of their own, because an author's `assets` have
 * no digest in their names.
 * @param custom The author's own stylesheet (`site/style.css`), which comes last so that its rules
 * override the others.
 * @param own Paths of the author's files, in the content folder: an own `favicon.svg` or
 * `social.png` is used.
 */
export function loadAssets(
  custom: string | undefined,
  own: readonly string[] = [],
): { assets: Assets; files: OutputFile[] } {
  const files: OutputFile[] = [];
  const add = (name: string, content: string | Uint8Array): string => {
    const end = name.lastIndexOf(".");
    const digest = sha256(content).slice(0, 10);
    const path = `/assets/house/${name.slice(0, end)}.${digest}${name.slice(end)}`;
    files.push({ path, content });
    return path;
  };
  const display = add("display.woff2", readFileSync(join(folder, "display.woff2")));
  // The typeface's license is published beside its file.
  add("display.LICENSE.txt", read("display.LICENSE.txt"));
  const layers = readdirSync(join(folder, "style")).sort();
  const style = layers
    .map((name) => read(`style/${name}`))
    .join("\n")
    .replace("display.woff2", display);
  const icon = ["favicon.svg", "favicon.png", "favicon.ico"].find((name) => own.includes(name));
  const assets: Assets = {
    style: add("style.css", `${compactCss(style)}\n${withoutComments(custom ?? "")}`.trim()),
    display_face: custom?.includes("--display-face") ? null : display,
    favicon: icon ? `/${icon}` : add("favicon.svg", read("favicon.svg")),
    social_image: own.includes("social.png")
      ? "/social.png"
      : add("social.png", readFileSync(join(folder, "social.png"))),
    scripts: {
      guestbook: add("guestbook.js", script("guestbook.ts")),
      search: add(
        "search.js",
        script(
          "../../lib/did-you-mean.ts",
          "../../lib/phrases.ts",
          "../../search/words.ts",
          "../../search/engine.ts",
          "search.ts",
        ),
      ),
    },
    styles: Object.fromEntries(
      ["guestbook", "search", "api", "manifesto"].map((kind) => [
        kind,
        add(`${kind}.css`, compactCss(read(`${kind}.css`))),
      ]),
    ),
  };
  return { assets, files };
}

/**
 * One browser script from TypeScript modules, those that others import first: without types,
 * imports and exports.
 */
function script(...files: string[]): string {
  const source = files.map(read).join("\n");
  return cachedText("scripts", process.version + source, () => stripTypeScriptTypes(source))
    .replace(/^import [^;]*;$/gm, "")
    .replace(/^export /gm, "")
    .replace(/^\/\/\/.*\n/gm, "")
    .replace(/[ \t]+$/gm, "");
}

/** A style without comments; `/*` in a string or an address does not begin one. */
function withoutComments(css: string): string {
  const parts =
    /\/\*[^]*?(?:\*\/|$)|"(?:[^"\\\n]|\\[^])*"?|'(?:[^'\\\n]|\\[^])*'?|url\([^"')]*\)?/gi;
  return css.replace(parts, (part) => (part.startsWith("/*") ? "" : part));
}

/** A style without comments, and without the white space that separates nothing. */
function compactCss(css: string): string {
  return withoutComments(css).replace(/\s*([{};,])\s*|\s+/g, (_, sign = " ") => sign);
}
