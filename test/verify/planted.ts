import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Verdict, verify } from "../../build/verify/verify.ts";

const project = join(import.meta.dirname, "../..");

/** What visitors wrote first, with what a page must escape and what it makes a link of. */
const said = [
  {
    message: "The first, <b>not bold</b> & “quoted”.",
    name: "Ada",
    url: "https://ada.example/?a=1&b=2",
    user_agent: "Ada's own program",
  },
  {
    message: "The second.\n\nIn two paragraphs,\nand two lines.",
    name: "<i>Bo</i>",
    url: "a plain word",
  },
  { message: `A long one: ${"and so on, ".repeat(20)}and so on.` },
];

/** More entries than a page of the guestbook has, over two years, the oldest first. */
const entries = Array.from({ length: 28 }, (_, number) => ({
  id: "e".padEnd(20, "abcdefghijklmnopqrstuvwxyz234567".charAt(number)),
  name: "",
  message: `Number ${number}.`,
  url: "",
  user_agent: "",
  ...said[number - 25],
  ts: new Date(Date.UTC(2025, 11, 12 + number, 12)).toISOString(),
}));

/** How many sites were served. */
let served = 0;

/** Serves the site of a copy, with entries in its guestbook: prints its address, and ends with the process that started it. */
const serving = `
import { startPreview } from "./build/server/preview.ts";
import { entryKey } from "./functions/guestbook/keys.ts";
import { openStore, storeName } from "./functions/guestbook/store.ts";
const [input, output, data] = process.argv.slice(2);
const { origin } = await startPreview({ input, output, data, port: 0 });
const store = openStore(storeName("dev"), { timeout: 60_000 });
for (const entry of ${JSON.stringify(entries)})
  await store.set(entryKey(entry, false), JSON.stringify(entry));
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
): Promise<Verdict> {
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
    return await verify(url, { write, wait: 1 });
  } finally {
    writeFileSync(path, source);
    server.stdin.end();
    await ended;
  }
}
