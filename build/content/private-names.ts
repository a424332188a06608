import { existsSync } from "node:fs";
import { join } from "node:path";
import { isMarkdown } from "./address.ts";

// What is kept out of the site by its name, and which folders belong to another program.

/** Folders of installed packages and of programs, besides all whose names begin with `_`. */
const privateFolders = new Set(["node_modules", "bower_components"]);

/** Endings of files of code and data, which hold keys where a text would only speak of them. */
const codeAndData =
  "jsonc?|json5|ya?ml|toml|ini|cfg|conf|properties|env|plist|xml|csv|tsv|txt|" +
  "[cm]?[jt]sx?|py|rb|php|go|rs|java|kt|cs|sh|bash|zsh|fish|ps1|bat|cmd|sql|enc|old|save";

/** Names of files that are not meant for readers, in any folder. */
const privateFiles = [
  // Keys and passwords
  /\.env(\.[^.]+)*$/i,
  /\.(pem|key|p8|p12|pfx|jks|keystore|kdbx|ppk|ovpn|tfvars)$/i,
  /^id_(rsa|dsa|ecdsa|ed25519)(_sk)?$/i,
  new RegExp(`^credentials([-_.].*)?\\.(${codeAndData})$`, "i"),
  /^(secrets?|service[-_]account)([-_.].*)?\.(json|ya?ml|toml|ini|txt)$/i,
  /^serviceaccount.*\.json$/i,
  /firebase-adminsdk.*\.json$/i,
  /^(credentials|(.+\.)?htpasswd|(.+\.)?kubeconfig|kubeconfig\.(ya?ml|json))$/i,
  // State of what was set up on servers, and what a browser sent, cookies and all
  /\.tfstate/i,
  /\.har$/i,
  // Settings of build tools and hosts, which may hold keys too
  /\.config\.[cm]?[jt]s$/i,
  /^(tsconfig([-.].*)?|jsconfig)\.json$/i,
  // Sources of style sheets, which no browser reads
  /\.(scss|sass|less)$/i,
  // Databases, those of file managers among them
  /\.(db|sqlite3?)(-(wal|shm|journal))?$/i,
  /^desktop\.ini$/i,
  // Copies that editors and office programs keep
  /~$/,
  /^~\$/,
  /\.(swp|swo|orig)$/i,
  /^#.*#$/,
  /\.bak$/i,
];

/**
 * Names of files at the top of a folder that belong to the project around the content, and may hold
 * keys.
 */
const projectFiles = [
  /^(package(-lock)?\.json|(yarn|Gemfile|composer)\.lock|pnpm-lock\.yaml|Gemfile)$/,
  /^(Makefile|Dockerfile|docker-compose\.ya?ml|wrangler\.(toml|jsonc?)|serverless\.ya?ml|(firebase|vercel)\.json|netlify\.toml)$/,
];

/**
 * Whether a file or folder is private by its name. Hidden ones are (`.git`, `.env`), except
 * `.well-known` at the top, whose files are meant for everybody (RFC 8615); so is what begins with
 * `_`, except the folder `_posts` and the page `_index.md`. A Markdown file of any other name is
 * public.
 * @param path Relative to the content folder.
 */
export function isPrivate(path: string, isFolder: boolean): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (name.startsWith(".")) return !(path === ".well-known" && isFolder);
  if (name.startsWith("_"))
    return isFolder ? name !== "_posts" : !/^_index\.(md|markdown)$/i.test(name);
  if (isFolder) return privateFolders.has(name);
  if (projectFiles.some((pattern) => pattern.test(path))) return true;
  return !isMarkdown(name) && privateFiles.some((pattern) => pattern.test(name));
}

/** The names of a file of settings that is code. */
const codeOf = (name: string) =>
  ["js", "mjs", "cjs", "ts", "mts", "cts"].map((ending) => `${name}.${ending}`);

/**
 * Settings of programs that make sites, at the root of their projects, each with the folder in
 * which such a project has its pages. A project holds much besides its pages, and some of them are
 * drafts only by these settings.
 */
const projectSettings: readonly (readonly [names: readonly string[], pages: string])[] = [
  [["_config.yml", "_config.yaml"], "_posts"],
  [["hugo.toml", "hugo.yaml", "hugo.yml", "hugo.json", "config/_default"], "content"],
  [["mkdocs.yml", "mkdocs.yaml"], "docs"],
  [["book.toml"], "src"],
  [codeOf("docusaurus.config"), "docs"],
  [[".vitepress"], "docs"],
  [codeOf("astro.config"), "src/content"],
  [codeOf("quartz.config"), "content"],
  [["logseq/config.edn"], "pages"],
  [codeOf("eleventy.config"), "content"],
];

/**
 * @throws Error of one line if a folder is the root of another program's project; it names the
 * folder of its pages.
 */
export function refuseProjectRoot(folder: string): void {
  for (const [names, pages] of projectSettings) {
    const found = names.find((name) => existsSync(join(folder, name)));
    if (found === undefined) continue;
    const where = existsSync(join(folder, pages))
      ? ` Its pages are in ${pages}: name it with --input=DIR.`
      : "";
    throw new Error(
      `${folder} is the root of another program's project (it has ${found}), so nothing is built.${where} ` +
        "The page about moving here, site/guide/moving.md, says what to do.",
    );
  }
}
