import { withoutEnding } from "./address.ts";

/** The languages of a site, as the settings of another tool name them. */
export interface Languages {
  all: ReadonlySet<string>;
  /** The one whose pages are not in a folder of their own. */
  main: string | undefined;
  /** Whether its files are in a folder of its name all the same. */
  mainHasFolder: boolean;
  /** Whether paths begin where languages have their folders, as those of Hugo and Zola do without `content`. */
  atTop: boolean;
}

/** What the place of a file says of its language. */
export interface Translation {
  language: string | undefined;
  /** The path of the file without the language in its name, in the folder of the language: `fr/page.md`. */
  place: string;
  /** The folder of the language with which that begins, with its slash, or empty. */
  folder: string;
}

/** Folders that only say that pages are in them. */
const above = /^(?:content|docs|src)\//;

/**
 * The language that the place of a page says, where the site has that language: its folder `fr/`, or its name
 * `page.fr.md`, which Hugo, Zola and MkDocs publish at `/fr/page/`; and the folder of a translation by Docusaurus.
 * Where the main language has a folder, its pages are published without it.
 * @param path Path of the file in the content folder.
 */
export function translationOf(path: string, { all, main, mainHasFolder, atTop }: Languages): Translation {
  const translated = /^(?:website\/)?i18n\/([A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)\/docusaurus-/.exec(path)?.[1];
  if (translated !== undefined || all.size === 0) return { language: translated, place: path, folder: "" };
  const [top = ""] = (atTop ? undefined : above.exec(path)) ?? [];
  const [whole, name, ending = ""] = /^(.*[^/])\.([^./]+)$/.exec(withoutEnding(path).slice(top.length)) ?? [];
  if (whole !== undefined && all.has(ending)) {
    const folder = ending === main ? "" : `${ending}/`;
    const place = top + folder + name + path.slice(top.length + whole.length);
    return { language: ending, place, folder: top === "" ? folder : "" };
  }
  const folder = /^([^/]+)\//.exec(path.slice(top.length))?.[1];
  if (folder === undefined || !all.has(folder)) return { language: undefined, place: path, folder: "" };
  if (folder === main && mainHasFolder)
    return { language: main, place: top + path.slice(top.length + folder.length + 1), folder: "" };
  return { language: folder, place: path, folder: top === "" ? `${folder}/` : "" };
}

/**
 * The file that a link of a translation means before others: `other.fr.md` for `other.md` or `other` in `page.fr.md`.
 * @param file What the link says, as a path in the content folder.
 * @param from The path of the translation.
 */
export function inSameLanguage(file: string, from: string): string {
  const language = /\.[^./]+$/.exec(withoutEnding(from))?.[0] ?? "";
  const page = file.endsWith("/") ? `${file}index` : file;
  const stem = withoutEnding(page);
  return stem + language + page.slice(stem.length);
}
