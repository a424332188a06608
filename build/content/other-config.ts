import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { isMapping, textsIn } from "../lib/yaml.ts";
import { readers } from "./head-languages.ts";
import { ignoredByHugo, languageFolders, permalinksOfHugo, splitSettings } from "./hugo.ts";
import {
  type HandedDown,
  handedDownByJekyll,
  keptBackByJekyll,
  permalinksOfJekyll,
  underscoredOfJekyll,
  unreadDefaults,
} from "./jekyll.ts";
import { cascadesThatKeepOut, type KeepingCascade, unreadInCascade } from "./keys-that-keep-out.ts";
import { navOfMdBook } from "./mdbook.ts";
import { leftOutOfMkDocs, navOfMkDocs } from "./mkdocs.ts";
import { addressIn, identityIn, languagesIn, mainHasFolder, mainLanguageIn } from "./other-identity.ts";
import type { ScopedPermalink } from "./permalinks.ts";

/** What the settings of another tool say about a site, as far as they are plain data. */
export interface OtherConfig {
  /** Name of the file. */
  file: string;
  /** Whose it is, where that decides what is published. */
  tool?: "hugo" | "zola" | undefined;
  /** The files that cannot be read, which say nothing. */
  unread: { file: string; why: string }[];
  identity: ReturnType<typeof identityIn>;
  /** The address of the site: an origin, or an address with a path, at which nothing built here can be. */
  address?: string | undefined;
  /** What Jekyll leaves out: paths and patterns with `*`, relative to the folder. */
  exclude: string[];
  /** Names that begin with an underscore and that Jekyll publishes: of its collections, and under `include`. */
  underscored: string[];
  /** What else its tool leaves out, and under which key of the settings. */
  leftOut: { key: string; test(path: string): boolean }[];
  /** Hugo's `ignoreFiles` that are no expressions. */
  unreadIgnores: { written: string; why: string }[];
  /** What is handed down to pages and keeps them out. */
  cascades: KeepingCascade[];
  /** The patterns of addresses, and of which pages. Of a page the first counts. */
  permalinks: ScopedPermalink[];
  /** The languages of its pages, as they are named in paths. */
  languages: string[];
  /** The language whose pages have no folder of their own. */
  mainLanguage: string;
  /** Whether its files are in a folder of its name all the same. */
  mainHasFolder: boolean;
  /** Hugo's folders of languages that are not in `content`. */
  languageFolders: ReturnType<typeof languageFolders>;
  /** The pages of which Jekyll's `defaults` say `published: false`. */
  keptBack: ((path: string) => boolean)[];
  /** What `nav` of MkDocs, or `SUMMARY.md` of mdBook, says of a page, by its path. */
  nav: ReturnType<typeof navOfMkDocs>;
  /** What Jekyll's `defaults` give pages. */
  handedDown: HandedDown[];
  /** Keys that are to be handed down to pages and mean nothing here. */
  unreadKeys: string[];
}

/** Names of the files with settings that are read: of Hugo, Zola, Jekyll, MkDocs and mdBook. */
const names = /^((hugo|config)\.(toml|ya?ml|json)|_config\.ya?ml|mkdocs\.ya?ml|book\.toml)$/;

/** Names of folders that say what is in them and not whose it is; settings lie beside such a folder. */
const generalNames = /^\.?(content|docs?|markdown|pages|posts|public|site|source|src|website)$/i;

/** Whether a folder has such a name. */
export function hasGeneralName(folder: string): boolean {
  return generalNames.test(basename(folder));
}

/** The folders in which settings of another tool may lie: a content folder, and the one around it if its name is such. */
export function placesOfSettings(folder: string): string[] {
  const absolute = resolve(folder);
  return hasGeneralName(absolute) ? [folder, dirname(absolute)] : [folder];
}

/**
 * Reads the settings of another tool in a content folder, or beside one with a name such as `docs`. Nothing is run.
 * @returns undefined where there are none.
 */
export function readOtherConfig(folder: string): OtherConfig | undefined {
  const own = readConfigIn(folder);
  if (own || !hasGeneralName(resolve(folder))) return own;
  try {
    return readConfigIn(dirname(resolve(folder)));
  } catch {
    return undefined; // whoever may read the content may not read what lies around it
  }
}

function readConfigIn(folder: string): OtherConfig | undefined {
  const files = filesIn(folder).filter((name) => names.test(name));
  for (const file of files) {
    const found = readConfigFile(folder, file);
    if (found) return found;
  }
  return filesIn(join(folder, splitSettings)).some((name) => mainOfSplit.test(name))
    ? readHugo(folder, undefined, {}, [])
    : undefined;
}

/** Names of the files in a folder, sorted; none where there is no such folder. */
function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();
}

/** @returns undefined where it belongs to a program that makes no site. */
function readConfigFile(folder: string, file: string): OtherConfig | undefined {
  const { settings, unread } = readTable(folder, file);
  const isOfSite = Object.keys(settings).some((key) => keysOfSites.test(key)) || existsSync(join(folder, "content"));
  if (file === "config.toml" && !isOfSite && unread.length === 0) return undefined;
  const isOldHugo = /^config\.(ya?ml|json)$/.test(file);
  if (isOldHugo && !Object.keys(settings).some((key) => keysOfHugo.test(key))) return undefined;
  if (file.startsWith("hugo.") || isOldHugo || (file === "config.toml" && settings["base_url"] === undefined))
    return readHugo(folder, file, settings, unread);
  const read = readSettings(settings);
  const nav = file === "book.toml" ? navOfMdBook(folder, settings) : read.nav;
  return { file, tool: file === "config.toml" ? "zola" : undefined, unread, ...read, nav };
}

/** The file with what no other file of Hugo's split settings has. */
const mainOfSplit = /^(hugo|config)\.(toml|ya?ml|json)$/;

/**
 * Settings of Hugo: those of one file, and over them those in `config/_default`, where a file holds the table it names.
 */
function readHugo(
  folder: string,
  file: string | undefined,
  settings: Record<string, unknown>,
  unread: OtherConfig["unread"],
): OtherConfig {
  let all = settings;
  const parts = filesIn(join(folder, splitSettings)).filter((name) => /^[^.]+\.(toml|ya?ml|json)$/.test(name));
  for (const name of parts) {
    const part = readTable(folder, `${splitSettings}/${name}`);
    all = { ...all, ...(mainOfSplit.test(name) ? part.settings : { [name.replace(/\..*/, "")]: part.settings }) };
    unread.push(...part.unread);
  }
  const main = parts.find((name) => mainOfSplit.test(name));
  return { file: file ?? `${splitSettings}/${main}`, tool: "hugo", unread, ...readSettings(all) };
}

function readTable(folder: string, file: string): { settings: Record<string, unknown>; unread: OtherConfig["unread"] } {
  const text = readFileSync(join(folder, file), "utf8").replace(/^\uFEFF/, "");
  const language = /\.(toml|json)$/.exec(file)?.[1] === "toml" ? "toml" : file.endsWith(".json") ? "json" : "yaml";
  // MkDocs has values of types such as `!!python/name:…`; without its type a value is text.
  const plain = language === "yaml" ? text.replace(/([:,[-]\s+)!!?[A-Za-z][\w./:]*/g, "$1") : text;
  const { value, error } = readers[language](plain);
  return { settings: isMapping(value) ? value : {}, unread: error ? [{ file, why: error.reason }] : [] };
}

/** Keys of Hugo and Zola that programs of other kinds do not have: anything may be called `config.toml`. */
const keysOfSites =
  /^(base_?url|language_?code|default_?(content_?)?language|ignorefiles|taxonomies|permalinks|params|menus?|markup)$/i;

/** Keys of Hugo alone: still more programs have a `config.json` or `config.yaml`. */
const keysOfHugo = /^(baseurl|languagecode|defaultcontentlanguage)$/i;

function readSettings(value: Record<string, unknown>): Omit<OtherConfig, "file" | "tool" | "unread"> {
  // Hugo does not distinguish capitals; mdBook has all in a table.
  const top = Object.entries({ ...value, ...(isMapping(value["book"]) ? value["book"] : {}) });
  const settings = new Map(top.map(([key, each]) => [key.toLowerCase().replaceAll("_", ""), each]));
  const ignores = textsIn(settings.get("ignorefiles")).map((written) => ({ written, ...ignoredByHugo(written) }));
  return {
    identity: identityIn(settings),
    address: addressIn(settings),
    exclude: textsIn(settings.get("exclude")),
    underscored: underscoredOfJekyll(settings),
    leftOut: [
      ...ignores.map(({ test }) => ({ key: "ignoreFiles", test })),
      ...["exclude_docs", "draft_docs"].flatMap((key) => leftOutOfMkDocs(key, settings)),
    ],
    unreadIgnores: ignores.flatMap(({ written, error }) => (error === undefined ? [] : [{ written, why: error }])),
    cascades: cascadesThatKeepOut({ cascade: settings.get("cascade") }),
    permalinks: [...permalinksOfHugo(settings.get("permalinks")), ...permalinksOfJekyll(settings)],
    languages: languagesIn(settings),
    mainLanguage: mainLanguageIn(settings),
    languageFolders: languageFolders(settings.get("languages"), mainLanguageIn(settings)),
    mainHasFolder: mainHasFolder(settings),
    keptBack: keptBackByJekyll(settings),
    nav: navOfMkDocs(settings),
    handedDown: handedDownByJekyll(settings),
    unreadKeys: [...unreadDefaults(settings), ...unreadInCascade(settings.get("cascade"))],
  };
}
