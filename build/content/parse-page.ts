import { isUtf8 } from "node:buffer";
import { readFileSync } from "node:fs";
import { type PageType, pageTypes } from "../schemas/fields.ts";
import type { FrontMatter } from "../schemas/front-matter.ts";
import { type Address, addressOf } from "./address.ts";
import { type Report, recording, type Said } from "./diagnostics.ts";
import type { ContentFile } from "./files.ts";
import { readSource } from "./front-matter.ts";

/** Keys whose lines are named in faults that are found later. */
const namedLater = ["type", "gone", "aliases", "affordances", "promises"] as const;

/** A Markdown file that has been read, checked and given an address, but not rendered. Data only, so that any thread can read or render it. */
export interface Draft extends Address {
  /** Path in the content folder, or null for one of the pages that ship with the pipeline. */
  source: string | null;
  /** How the file is named in a fault. */
  file: string;
  type: PageType;
  matter: FrontMatter;
  body: string;
  /** Lines of the file above the body. */
  offset: number;
  /** Lines of the file on which keys of the front matter stand. */
  lines: Partial<Record<(typeof namedLater)[number], number>>;
}

/** A Markdown file to be read. */
export interface Unread {
  file: ContentFile;
  /** False for the pages that ship with the pipeline. */
  own: boolean;
  /** Whether a `README.md` stands in for a missing `index.md`. */
  readmeIsIndex: boolean;
}

/** A file that was read, and what its reading told. */
export interface ReadDraft {
  draft: Draft;
  said: Said[];
}

export function readDraft({ file, own, readmeIsIndex }: Unread): ReadDraft {
  const { report, said } = recording();
  const address = addressOf(file.path, readmeIsIndex);
  const name = own ? file.path : `(shipped) ${file.path}`;
  const { data: matter, body, offset, lineOf } = readSource(name, readText(file, name, report), report);
  const lines = Object.fromEntries(
    namedLater.filter((key) => matter[key] !== undefined).map((key) => [key, lineOf(key)]),
  );
  return {
    draft: {
      ...address,
      source: own ? file.path : null,
      file: name,
      type: typeOf(address.path, matter.type),
      matter,
      body,
      offset,
      lines,
    },
    said,
  };
}

function readText(file: ContentFile, name: string, report: Report): string {
  const text = readFileSync(file.absolute, "utf8"); // in one call, which is many times faster than bytes and a decoder
  if (!text.includes("\uFFFD") || isUtf8(readFileSync(file.absolute))) return text;
  report.fault({ file: name, problem: "is not UTF-8 text", expected: "a file saved as UTF-8", publishable: true });
  return readFileSync(file.absolute, "latin1");
}

/** A page's type: some addresses decide it, otherwise the author does. */
function typeOf(path: string, type: string | undefined): PageType {
  const fixed: Record<string, PageType> = {
    "/": "home",
    "/guestbook/": "guestbook",
    "/api/": "api",
    "/search/": "search",
    "/notes/": "list",
    "/realms/": "list",
  };
  return (
    fixed[path] ??
    pageTypes.find(
      (known) => known === type && known !== "home" && known !== "api" && known !== "search" && known !== "guestbook",
    ) ??
    "page"
  );
}
