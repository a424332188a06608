import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { readIgnoreLines } from "../lib/ignore-lines.ts";
import { globPattern, linearPattern } from "../lib/linear-patterns.ts";
import { ownValue } from "../lib/own-value.ts";
import { isMapping, yesOrNo } from "../lib/yaml.ts";
import { Facts } from "../schemas/facts.ts";
import { readers } from "./head-languages.ts";
import { cascadesThatKeepOut, type KeepingCascade } from "./other-tools.ts";
import type { Permalink } from "./permalinks.ts";

/** Whether something is said of a file, by its path in the content folder. */
type PathTest = (path: string) => boolean;

/** A reason why files are left out, and of which. */
interface LeftOut {
  key: string;
  test: PathTest;
}

/** What the settings of another tool say about a site, as far as they are plain data. */
export interface OtherConfig {
  /** Name of the file. */
  file: string;
  /** Why the file cannot be read; then it says nothing. */
  error?: string;
  identity: Partial<Pick<Facts, "name" | "tagline" | "description" | "language">>;
  /** The address of the site: an origin, or an address with a path, at which nothing built here can be. */
  address?: string;
  /** What Jekyll leaves out: paths and patterns with `*`, relative to the folder. */
  exclude: string[];
  /** Names that begin with an underscore and that Jekyll publishes: of its collections, and under `include`. */
  underscored: string[];
  /** What else its tool leaves out, and under which key of the settings. */
  leftOut: LeftOut[];
  /** What is handed down to pages and keeps them out. */
  cascades: KeepingCascade[];
  /** The patterns of addresses, and of which pages. Of a page the first counts. */
  permalinks: { of: PathTest; permalink: Permalink }[];
  /** The languages of its pages, as they are named in paths. */
  languages: string[];
  /** The pages of which Jekyll's `defaults` say `published: false`. */
  keptBack: PathTest[];
}

/** Names of the files with settings that are read: of Hugo, Zola, Jekyll, MkDocs and mdBook. */
const names = /^(hugo\.(toml|ya?ml|json)|config\.toml|_config\.ya?ml|mkdocs\.ya?ml|book\.toml)$/;

/** Names of folders that say what is in them and not whose it is; settings lie beside such a folder. */
const generalNames = /^\.?(content|docs?|markdown|pages|posts|public|site|src|website)$/i;

export function hasGeneralName(folder: string): boolean {
  return generalNames.test(basename(folder));
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
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && names.test(entry.name))
    .map(({ name }) => name)
    .sort();
  for (const file of files) {
    const found = readConfigFile(folder, file);
    if (found) return found;
  }
  return undefined;
}

/** @returns undefined where it belongs to a program that makes no site. */
function readConfigFile(folder: string, file: string): OtherConfig | undefined {
  const text = readFileSync(join(folder, file), "utf8").replace(/^\uFEFF/, "");
  const language = /\.(toml|json)$/.exec(file)?.[1] === "toml" ? "toml" : file.endsWith(".json") ? "json" : "yaml";
  // MkDocs has values of types such as `!!python/name:…`; without its type a value is text.
  const plain = language === "yaml" ? text.replace(/([:,[-]\s+)!!?[A-Za-z][\w./:]*/g, "$1") : text;
  const { value, error } = readers[language](plain);
  if (error)
    return {
      file,
      error: error.reason,
      identity: {},
      exclude: [],
      underscored: [],
      leftOut: [],
      cascades: [],
      permalinks: [],
      languages: [],
      keptBack: [],
    };
  const settings = isMapping(value) ? value : {};
  const isOfSite = Object.keys(settings).some((key) => keysOfSites.test(key)) || existsSync(join(folder, "content"));
  if (file === "config.toml" && !isOfSite) return undefined;
  return { file, ...readSettings(settings) };
}

/** Keys of Hugo and Zola that programs of other kinds do not have: anything may be called `config.toml`. */
const keysOfSites =
  /^(base_?url|language_?code|default_?(content_?)?language|ignorefiles|taxonomies|permalinks|params|menus?|markup)$/i;

function readSettings(value: Record<string, unknown>): Omit<OtherConfig, "file"> {
  // Hugo does not distinguish capitals; mdBook has all in a table.
  const top = Object.entries({ ...value, ...(isMapping(value["book"]) ? value["book"] : {}) });
  const settings = new Map(top.map(([key, each]) => [key.toLowerCase().replaceAll("_", ""), each]));
  const within = (table: string, key: string): unknown => {
    const found = settings.get(table);
    return isMapping(found) ? found[key] : undefined;
  };
  const languages = [settings.get("languagecode"), settings.get("defaultcontentlanguage"), settings.get("lang")];
  const otherLanguages = [settings.get("defaultlanguage"), settings.get("language"), within("theme", "language")];
  const texts = {
    name: firstText(settings.get("title"), settings.get("sitename")),
    tagline: firstText(settings.get("tagline"), settings.get("subtitle")),
    description: firstText(
      settings.get("description"),
      settings.get("sitedescription"),
      within("params", "description"),
    ),
    language: firstText(...languages, ...otherLanguages)?.replaceAll("_", "-"),
  };
  if (!languageTag.test(texts.language ?? "")) texts.language = undefined;
  const base = firstText(settings.get("baseurl")) ?? "";
  const url = firstText(settings.get("siteurl"), settings.get("url"));
  const address = url === undefined ? base : url.replace(/\/+$/, "") + (/^https?:/.test(base) ? "" : base);
  return {
    identity: Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined)),
    ...(isOwnAddress(address) && { address: address.replace(/\/+$/, "") }),
    exclude: textsIn(settings.get("exclude")),
    underscored: [
      ...collectionsIn(settings.get("collections")).map((name) => `_${name}`),
      ...textsIn(settings.get("include")).map((path) => path.replace(/^\.?\/|\/$/g, "")),
    ],
    leftOut: [
      ...textsIn(settings.get("ignorefiles")).map(ignoredByHugo),
      ...["exclude_docs", "draft_docs"].flatMap((key) => leftOutOfMkDocs(key, settings)),
    ],
    cascades: cascadesThatKeepOut({ cascade: settings.get("cascade") }),
    permalinks: [...permalinksOfHugo(settings.get("permalinks")), ...permalinksOfJekyll(settings)],
    languages: languagesIn(settings).filter((each) => languageTag.test(each)),
    keptBack: defaultsIn(settings.get("defaults")).flatMap(({ of, values }) =>
      yesOrNo(values["published"]) === false ? [of] : [],
    ),
  };
}

/** Hugo's patterns for the pages of sections: `posts = "/:year/:slug/"`, since version 0.131 below `page`. */
function permalinksOfHugo(value: unknown): OtherConfig["permalinks"] {
  if (!isMapping(value)) return [];
  const page = isMapping(value["page"]) ? value["page"] : {};
  return Object.entries({ ...value, ...page }).flatMap(([section, pattern]) => {
    const of: PathTest = (path) => path.startsWith(`${section}/`) && !/(^|\/)_index\.\w+$/.test(path);
    return textsIn(pattern).map((each) => ({ of, permalink: { pattern: each, byTitle: true } }));
  });
}

/** Jekyll's patterns for the pages of collections and for posts. The names of its own are read elsewhere. */
function permalinksOfJekyll(settings: ReadonlyMap<string, unknown>): OtherConfig["permalinks"] {
  const collections = settings.get("collections");
  const patterns = [
    ...defaultsIn(settings.get("defaults")).map(({ of, values }) => ({ of, written: values["permalink"] })),
    ...Object.entries(isMapping(collections) ? collections : {}).map(([name, options]) => ({
      of: ownValue(types, name) ?? ofCollection(name),
      written: isMapping(options) ? options["permalink"] : undefined,
    })),
    { of: isInPosts, written: settings.get("permalink") },
  ];
  return patterns.flatMap(({ of, written }) =>
    textsIn(written)
      .filter((pattern) => pattern.includes(":"))
      .map((pattern) => ({ of, permalink: { pattern, byTitle: false } })),
  );
}

/** The languages of Hugo, Zola and plugins of Jekyll; for MkDocs those of the plugin i18n and of its alternatives. */
function languagesIn(settings: ReadonlyMap<string, unknown>): string[] {
  const languages = settings.get("languages");
  const plugins = [settings.get("plugins")].flat().map((each) => (isMapping(each) ? each["i18n"] : undefined));
  const ofPlugin = plugins.flatMap((each) => (isMapping(each) ? [each["languages"]].flat() : []));
  const extra = settings.get("extra");
  const alternate = isMapping(extra) ? [extra["alternate"]].flat() : [];
  return [...[languages].flat(), ...ofPlugin, ...alternate].flatMap((each) => {
    if (!isMapping(each)) return textsIn(each);
    const named = textsIn([each["locale"], each["lang"]]);
    return named.length > 0 ? named : Object.keys(each);
  });
}

/** Jekyll's `defaults`: values, and the pages that they are for: those at a path, of a type, or both. */
function defaultsIn(value: unknown): { of: PathTest; values: Record<string, unknown> }[] {
  return [value].flat().flatMap((each) => {
    if (!isMapping(each) || !isMapping(each["values"])) return [];
    const { path, type } = isMapping(each["scope"]) ? each["scope"] : {};
    const isAtPlace = excludedPaths(textsIn(path)) ?? (() => true);
    const isOfType =
      typeof type === "string" && type !== "" ? (ownValue(types, type) ?? ofCollection(type)) : () => true;
    return [{ of: (file: string) => isOfType(file) && isAtPlace(file), values: each["values"] }];
  });
}

const isInPosts: PathTest = (path) => `/${path}`.includes("/_posts/");
const types: Record<string, PathTest> = {
  pages: (path) => !path.startsWith("_") && !isInPosts(path),
  posts: isInPosts,
};

function ofCollection(name: string): PathTest {
  return (path) => path.startsWith(`_${name}/`);
}

/** What a regular expression of Hugo's `ignoreFiles` matches: paths of files from the root of the machine. */
function ignoredByHugo(written: string): LeftOut {
  let isMatched: PathTest;
  try {
    isMatched = linearPattern(written);
  } catch {
    isMatched = (path) => path.includes(written); // not an expression: paths with its text are left out
  }
  return { key: "ignoreFiles", test: (path) => isMatched(`/content/${path}`) };
}

/** Files that MkDocs never publishes. Its paths begin in its folder of pages, which may be in the content folder. */
function leftOutOfMkDocs(key: string, settings: ReadonlyMap<string, unknown>): LeftOut[] {
  const written = settings.get(key.replace("_", ""));
  // Unlike Git, it shows comments at the end of lines.
  const isIgnored = typeof written === "string" ? readIgnoreLines(written.replace(/(?<=\s)#.*/g, "")) : undefined;
  const pages = `${firstText(settings.get("docsdir")) ?? "docs"}/`;
  const test = (path: string): boolean =>
    isIgnored?.(path.startsWith(pages) ? path.slice(pages.length) : path) ?? false;
  return isIgnored ? [{ key, test }] : [];
}

function textsIn(value: unknown): string[] {
  return [value].flat().filter((each): each is string => typeof each === "string" && each !== "");
}

/** Names of Jekyll's collections, in a list or with their options, without those that say `output: false`. */
function collectionsIn(value: unknown): string[] {
  if (!isMapping(value)) return textsIn(value);
  return Object.entries(value).flatMap(([name, options]) =>
    isMapping(options) && yesOrNo(options["output"]) === false ? [] : [name],
  );
}

const languageTag = new RegExp((Facts.properties.language as { pattern?: string }).pattern ?? "");

function firstText(...values: readonly unknown[]): string | undefined {
  const found = values.find((value) => typeof value === "string" && value.trim() !== "");
  return (found as string | undefined)?.replace(/\s+/g, " ").trim();
}

/** Whether an address can be the site's: not one that tools write into new settings, which nobody has. */
function isOwnAddress(address: string): boolean {
  if (!/^https?:/.test(address) || !URL.canParse(address)) return false;
  return !/^((www\.)?(example|your-?(site|domain))\.(com|org|net)|localhost|127\..*|0\.0\.0\.0)$/.test(
    new URL(address).hostname,
  );
}

/**
 * The paths that `exclude` of Jekyll names (https://jekyllrb.com/docs/configuration/options/): those that begin with one
 * of its texts, and files and folders that one of its globs matches, in which `*` stands for any characters.
 * @returns undefined where it names nothing.
 */
export function excludedPaths(exclude: readonly string[]): PathTest | undefined {
  const tests = exclude.map((each): PathTest => {
    const text = each.replace(/^\.?\//, "");
    const isMatched = globPattern(text, false);
    return (path) => text !== "" && (path.startsWith(text) || withFoldersOf(path).some(isMatched));
  });
  return tests.length === 0 ? undefined : (path) => tests.some((test) => test(path));
}

/** The path of a file, and those of the folders that it is in. */
function withFoldersOf(path: string): string[] {
  const parts = path.split("/");
  return parts.map((_, at) => parts.slice(0, at + 1).join("/"));
}
