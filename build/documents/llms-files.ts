import { countOf } from "../lib/counts.ts";
import type { OutputFile, SiteModel } from "../model/site-model.ts";
import type { LlmsGroup } from "./llms-groups.ts";
import { oneLine } from "./llms-lines.ts";

/** Most characters of a file: some readers stop at about this length. */
export const limit = 50_000;

/** A file with pages of a group, short enough to be read in one piece. */
export interface SectionFile {
  title: string;
  /** Root-relative, percent-encoded. */
  path: string;
  /** Which pages it has, if there are several files. */
  range: string;
  lines: string[];
  /** Address of the next file, root-relative. */
  next: string | null;
}

/**
 * The files for all pages of a group, in order, each naming the next.
 * @param lines Its pages as lines, in the order of the pages.
 */
export function filesOf({ title: name, slug, pages, dated }: LlmsGroup, lines: readonly string[]): SectionFile[] {
  const pieces = inPieces(lines, limit - 2_000);
  const pathOf = (index: number) => `/llms/${slug}${index === 0 ? "" : `/${index + 1}`}.txt`;
  let start = 0;
  return pieces.map((piece, index) => {
    const all = pages.slice(start, start + piece.length);
    const ends = dated
      ? all.flatMap(({ published }) => published?.slice(0, 10) ?? [])
      : all.map(({ path }) => decodeURI(path));
    start += piece.length;
    const several = pieces.length > 1;
    return {
      title: several ? `All of ${name}, part ${index + 1} of ${pieces.length}` : `All of ${name}`,
      path: pathOf(index),
      range: several ? `${ends[0] ?? "undated"} to ${ends.at(-1) ?? "undated"}` : "",
      lines: piece,
      next: index + 1 < pieces.length ? pathOf(index + 1) : null,
    };
  });
}

/** A file as it is published. */
export function sectionFile(
  { title, path, range, lines, next }: SectionFile,
  group: LlmsGroup,
  model: SiteModel,
): OutputFile {
  const { facts, base_url } = model;
  const leads = [
    `${countOf(group.pages.length, "page")} in all${range && `, here ${range}`}.`,
    ...(next ? [`The next part is ${base_url}${next}.`] : []),
    `The index of the whole site is ${base_url}/llms.txt.`,
  ];
  return {
    path: decodeURIComponent(path),
    content:
      `# ${oneLine(`${facts.name}: ${title}`)}\n\n> ${oneLine(group.about)}.\n\n` +
      `${oneLine(leads.join(" "))}\n\n## ${oneLine(group.name)}\n\n${lines.join("\n")}\n`,
  };
}

/** Lines in groups of at most so many characters. */
function inPieces(lines: readonly string[], characters: number): string[][] {
  const pieces: string[][] = [[]];
  let length = 0;
  for (const line of lines) {
    if (length + line.length + 1 > characters && length > 0) {
      pieces.push([]);
      length = 0;
    }
    pieces.at(-1)?.push(line);
    length += line.length + 1;
  }
  return pieces;
}
