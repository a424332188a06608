import { isMarkdown } from "./address.ts";

// What is kept out of the site by its name.

/** Folders that other tools keep to themselves: drafts, parts of templates, data, installed packages. */
export const privateFolders = [
  "_drafts",
  "_includes",
  "_layouts",
  "_data",
  "_sass",
  "node_modules",
  "bower_components",
  "__pycache__",
  "__MACOSX",
] as const;

const privateFolderNames: ReadonlySet<string> = new Set(privateFolders);

/** Names of files that are not meant for readers, in any folder. */
const privateFiles = [
  // Keys and passwords
  /\.env(\.[^.]+)*$/i,
  /\.(pem|key|p12|pfx|jks|keystore|kdbx|ppk|tfvars|tfstate)$/i,
  /^id_(rsa|dsa|ecdsa|ed25519)(_sk)?$/i,
  /^(credentials|secrets?|service[-_]account)([-_.].*)?\.(json|ya?ml|toml|ini|txt)$/i,
  // Settings of site generators and their build tools, such as `astro.config.mjs`, which may hold keys too
  /^_config([-_.].*)?\.(ya?ml|toml|json)$/i,
  /\.config\.[cm]?[jt]s$/i,
  /^(tsconfig([-.].*)?|jsconfig)\.json$/i,
  /^_category_\.(json|ya?ml)$/i, // Docusaurus: the name and place of a folder
  // Sources of style sheets, which no browser reads
  /\.(scss|sass|less)$/i,
  // Databases, those of file managers among them
  /\.(db|sqlite3?)(-(wal|shm|journal))?$/i,
  /^desktop\.ini$/i,
  // Copies that editors keep
  /~$/,
  /^#.*#$/,
  /\.bak$/i,
];

/** Names of files at the top of a folder that belong to the project around the content. */
const projectFiles = [
  // Packages of programming languages
  /^(package(-lock)?\.json|(yarn|Gemfile|composer)\.lock|pnpm-lock\.yaml|Gemfile)$/,
  // Site generators
  /^((hugo|config|book)\.toml|(hugo|mkdocs)\.ya?ml|hugo\.json)$/,
  /^config\/_default\/.+\.(toml|ya?ml|json)$/, // Hugo
  // Builds, containers and hosts
  /^(Makefile|Dockerfile|docker-compose\.ya?ml|wrangler\.(toml|jsonc?)|serverless\.ya?ml|(firebase|vercel)\.json|netlify\.toml)$/,
];

/**
 * Whether a file or folder is private by its name. Hidden ones are (`.obsidian`, `.env`), except `.well-known` at the
 * top, whose files are meant for everybody (RFC 8615). A Markdown file is private only where it is hidden.
 */
export function isPrivate(path: string, isFolder: boolean): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (name.startsWith(".")) return !(path === ".well-known" && isFolder);
  if (isFolder) return privateFolderNames.has(name);
  if (projectFiles.some((pattern) => pattern.test(path))) return true;
  return !isMarkdown(name) && privateFiles.some((pattern) => pattern.test(name));
}
