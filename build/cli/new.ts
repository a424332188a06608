import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { slug } from "../content/address.ts";
import { assertFolder } from "../content/files.ts";
import { defaultInput } from "../pipeline/project.ts";
import { readArguments, run, withValue } from "./arguments.ts";

/** The kinds of page that `npm run new` creates: each with its folder and extra front matter. */
const newPages = {
  note: { folder: "notes/", keys: (day: string) => ["type: note", `date: ${day}`, "tags: []"] },
  page: { folder: "", keys: () => [] },
  realm: { folder: "realms/", keys: () => ["type: realm", "status: growing"] },
} satisfies Record<string, { folder: string; keys(day: string): string[] }>;

type NewPageKind = keyof typeof newPages;
export const newPageKinds = Object.keys(newPages) as NewPageKind[];

/**
 * A new page with valid front matter, as a draft: its path in the content folder and its text.
 * @param day RFC 3339 full-date
 */
export function newPage(kind: NewPageKind, title: string, day: string) {
  const { folder, keys } = newPages[kind];
  // Hints are comments, so that a forgotten hint is not shown.
  const hint =
    "# description: One sentence for lists and search results. Without it, the first sentence of the text is used.";
  const lines = [`title: ${JSON.stringify(title)}`, hint, ...keys(day), "draft: true"];
  // A leading `_` would make the page private; `index`, `readme` and the folder's own name would take
  // the folder's address. 60 characters fit into the 255 bytes that a file name may have.
  const plain = /^_*(.{0,60})/u.exec(slug(title))?.[1]?.replace(/-$/, "") || kind;
  const isTaken = ["index", "readme", folder.slice(0, -1)].includes(plain);
  const path = `${folder}${plain}${isTaken ? `-${kind}` : ""}.md`;
  return { path, text: `---\n${lines.join("\n")}\n---\n\n<!-- Begin here. -->\n` };
}

const usage = `npm run new -- ${newPageKinds.join("|")} "Title" [--input=DIR]`;

export async function main(argv: readonly string[]): Promise<void> {
  const known = { input: withValue };
  const { input = defaultInput, positionals } = readArguments(argv, known, usage, true);
  const [kind = "", title = "", ...more] = positionals;
  const wrong = (what: string) => new Error(`${what}\nUsage: ${usage}`);
  const found = newPageKinds.find((each) => each === kind);
  if (found === undefined)
    throw wrong(kind ? `There is no kind of page called \`${kind}\`.` : "Say what to make.");
  if (more.length > 0) throw wrong("Put the title in quotes.");
  if (title.trim() === "") throw wrong("The page needs a title.");
  assertFolder(input);
  const { path, text } = newPage(found, title.trim(), new Date().toISOString().slice(0, 10));
  const file = join(input, path);
  if (existsSync(file))
    throw new Error(
      `${file} exists already and was left as it is. Choose another title, or open that file.`,
    );
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text, { flag: "wx" });
  console.log(
    `${file} has been made. It is a draft: \`npm start\` shows it, ` +
      "but no build publishes it until you delete the line `draft: true`.",
  );
}

if (import.meta.main) await run(main);
