import { withoutEnding } from "./address.ts";

/** Folders that only say that pages are in them. */
const above = /^(?:content|docs|src)\//;

/**
 * The language that the place of a page says: its folder `fr/`, or its name `page.fr.md`, where the site has that
 * language; and the folder of a translation by Docusaurus.
 * @param path Path of the file in the content folder.
 * @param languages The languages that the settings of another tool name.
 * @returns undefined where it says none.
 */
export function languageOfPlace(path: string, languages: ReadonlySet<string>): string | undefined {
  const translated = /^(?:website\/)?i18n\/([A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)\/docusaurus-/.exec(path)?.[1];
  if (translated !== undefined || languages.size === 0) return translated;
  const folder = /^([^/]+)\//.exec(path.replace(above, ""))?.[1];
  const ending = /\.([^./]+)$/.exec(withoutEnding(path))?.[1];
  return [ending, folder].find((each) => each !== undefined && languages.has(each));
}
