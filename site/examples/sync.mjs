// Keeps a copy of an open house: node sync.mjs https://house.example ./copy
// One small request when nothing changed; otherwise exactly the pages that did. Needs Node 20 or newer and nothing else.
import { createHash } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

process.on("uncaughtException", (error) => {
  console.error(error.cause?.message ?? error.message);
  process.exit(1);
});
const [base, folder] = process.argv.slice(2);
if (!base || !folder) throw new Error("usage: node sync.mjs ADDRESS FOLDER");
const memory = join(folder, "state.json");

async function get(path) {
  const response = await fetch(new URL(path, base));
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response.text();
}

// "/" has its twin at /index.md, "/notes/x/" at /notes/x.md. A path that would lead out of the folder is refused.
function twinOf(path) {
  if (!/^\/([^/\\]+\/)*$/.test(path) || /\/\.\.?\//.test(decodeURIComponent(path))) throw new Error(`unexpected path ${path}`);
  return path === "/" ? "/index.md" : `${path.slice(0, -1)}.md`;
}

const known = JSON.parse(await readFile(memory, "utf8").catch(() => '{"version":"","digests":{}}'));
const { version } = JSON.parse(await get("/api/state.json"));
if (version === known.version) {
  console.log(`unchanged: ${version}`);
} else {
  const now = JSON.parse(await get("/api/digests.json"));
  if (now.version !== version) throw new Error("published again in between: run me once more");
  const changed = Object.keys(now.digests).filter((path) => now.digests[path] !== known.digests[path]);
  const removed = Object.keys(known.digests).filter((path) => !(path in now.digests));
  for (const path of changed) {
    const text = await get(twinOf(path));
    if (createHash("sha256").update(text).digest("hex") !== now.digests[path]) throw new Error(`${path} changed in between: run me once more`);
    const file = join(folder, twinOf(path));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  for (const path of removed) await rm(join(folder, twinOf(path)), { force: true });
  await writeFile(memory, JSON.stringify(now)); // last, so that an interrupted run does some work twice and misses nothing
  console.log(`${changed.length} fetched, ${removed.length} removed: ${version}`);
}
