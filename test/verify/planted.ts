import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Report, verify } from "../../build/verify/verify.ts";

const project = join(import.meta.dirname, "../..");

/** Entries of the guestbook, with what a page must escape and what it makes a link of. */
const entries = [
  {
    message: "The first, <b>not bold</b> & “quoted”.",
    name: "Ada",
    url: "https://ada.example/?a=1&b=2",
  },
  {
    message: "The second.\n\nIn two paragraphs,\nand two lines.",
    name: "<i>Bo</i>",
    url: "a plain word",
  },
  { message: "The third." },
];

/** How many sites were served. */
let served = 0;

/** Serves the site of a copy: prints its address, and ends with the process that started it. */
const serving = `
import { startPreview } from "./build/server/preview.ts";
const [input, output, data] = process.argv.slice(2);
const { origin } = await startPreview({ input, output, data, port: 0 });
console.log(origin);
process.stdin.resume().on("end", () => process.exit());
`;

/**
 * Copies what builds and serves a site, so that a fault can be planted in it.
 * @param folder An empty folder.
 */
export function copyOfProject(folder: string): string {
  for (const part of ["build", "functions", ".eleventy.ts", "netlify.toml", "package.json"])
    cpSync(join(project, part), join(folder, part), { recursive: true });
  symlinkSync(join(project, "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "serve.ts"), serving);
  return folder;
}

/**
 * Builds and serves a site with one piece of its source changed, and checks it.
 * @param copy As of `copyOfProject`; it is the same afterwards.
 * @param content The folder of content.
 * @param options Whether it signs, and whether the guestbook is closed for signing.
 * @throws Error if the piece is not in the file once, or the site is not built.
 */
export async function reportOf(
  copy: string,
  content: string,
  [file, piece, by]: readonly [file: string, piece: string, by: string],
  { write = false, isClosed = false } = {},
): Promise<Report> {
  const path = join(copy, file);
  const source = readFileSync(path, "utf8");
  if (source.split(piece).length !== 2 && piece !== by)
    throw new Error(`${file} does not have ${piece} once`);
  const place = join(copy, "served", String(++served));
  mkdirSync(place, { recursive: true });
  writeFileSync(
    path,
    source.replace(piece, () => by),
  );
  const server = spawn(
    process.execPath,
    [
      "--disable-warning=ExperimentalWarning",
      "serve.ts",
      content,
      join(place, "site"),
      join(place, "data"),
    ],
    {
      cwd: copy,
      stdio: ["pipe", "pipe", "pipe"],
      env: { ...process.env, ...(isClosed && { GUESTBOOK: "closed" }) },
    },
  );
  const ended = once(server, "exit");
  try {
    let told = "";
    server.stderr.on("data", (part) => (told += part));
    const [origin = ""] = (await Promise.race([
      once(server.stdout, "data"),
      ended.then(() => Promise.reject(new Error(`It was not built: ${told}`))),
    ])) as string[];
    const url = String(origin).trim();
    for (const entry of entries)
      await fetch(`${url}/api/guestbook`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(entry),
      });
    return await verify(url, { write, wait: 1 });
  } finally {
    writeFileSync(path, source);
    server.stdin.end();
    await ended;
  }
}
