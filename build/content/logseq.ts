import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

// What a graph of Logseq keeps to itself (https://docs.logseq.com). Its pages and journals are plain Markdown.

const settings = "logseq/config.edn";

/** Whether a folder is a graph of Logseq. */
export function isGraph(folder: string): boolean {
  return existsSync(join(folder, settings));
}

/**
 * The files of a graph that are not published, and what leaves them out: settings, copies and drawings, and what begins
 * with a path that `:hidden` names. None where the folder is no graph.
 */
export function leftOutOfLogseq(folder: string): { by: string; test(path: string): boolean }[] {
  if (!isGraph(folder)) return [];
  const [, list = ""] =
    /:hidden\s*\[([^\]]*)\]/.exec(readFileSync(join(folder, settings), "utf8").replace(/^[ \t]*;.*/gm, "")) ?? [];
  const hidden = [...list.matchAll(/"\/?([^"]+)"/g)].map(([, path]) => path as string);
  return [
    { by: "Logseq, which keeps its own files in `logseq/` and `whiteboards/`", test: isOwn },
    { by: `\`:hidden\` in \`${settings}\``, test: (path) => hidden.some((each) => path.startsWith(each)) },
  ];
}

function isOwn(path: string): boolean {
  return /^(logseq|whiteboards)\//.test(path);
}

/** Whether the properties in the first block of a page, which need no head, say `public:: false`. */
export function isNotPublic(body: string): boolean {
  return /^\s*(?:-[ \t]+)?(?:[^\s:]+::.*\n[ \t]*)*public::[ \t]*false\b/i.test(body);
}
