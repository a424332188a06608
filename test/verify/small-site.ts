import { folderOf } from "../build/folder.ts";
import { startServer, type TestServer } from "../support/server.ts";

/** A page of each kind that matters to a check, with something of what Markdown can do. */
const pages = {
  "index.md":
    "---\ntitle: A small house\n---\n\nCome in. There is [a note](notes/first.md#part) and [more](about.md).\n",
  "about.md":
    "---\ntitle: About\ndescription: What this is.\n---\n\nA house for tests, with “quotes”, a <b>bold</b> word, `code & more`[^1] and a table.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- [x] done\n\n[^1]: A footnote.\n",
  "notes/second.md": "---\ntitle: Second\ntype: note\ndate: 2026-01-03\n---\n\nMore words.\n",
  "notes/first.md":
    "---\ntitle: The first note\ndate: 2026-11-20\n---\n\n## Part\n\nWords, and a list:\n\n1. one\n2. two\n",
  "realms/hall.md":
    "---\ntitle: The hall\ntype: realm\nstatus: open\naffordances:\n  - { action: read, label: Read the guestbook, method: GET, href: /api/guestbook, media_type: application/json }\n---\n\nStand here.\n",
};

/** Serves a small site of its own, with what ships with the pipeline for all that it lacks. */
export async function startSmallSite(more: Record<string, string> = {}): Promise<TestServer> {
  return startServer({ input: folderOf({ ...pages, ...more }) });
}
