import { isOneTypo } from "../lib/did-you-mean.ts";
import { isMapping, yesOrNo } from "../lib/yaml.ts";

/** Keys that keep a page out, here or with other tools, with the value that does so. */
const keysThatKeepOut = {
  draft: true,
  published: false, // Jekyll
  publish: false, // Obsidian Publish
  "dg-publish": false, // Digital Garden
  headless: true, // Hugo: its page only holds files for others
  isdraft: true,
  private: true,
  encrypt: true, // Hexo, with a plugin
  unlisted: true, // Docusaurus, which publishes such a page and tells nobody; here lists and documents would tell
};

const { draft: _own, ...ofOthers } = keysThatKeepOut;

/** Keys of Hugo, whose option `render` keeps a page out. */
const withRender = ["build", "_build"];

/** Keys of other tools that keep a page out, and have no other meaning. */
export const otherKeysThatKeepOut: readonly string[] = [...Object.keys(ofOthers), ...withRender, "password"];

/** Those with the value that does so, and `permalink`: Eleventy writes no page where that is `false`. */
const otherValuesThatKeepOut = Object.entries({ ...ofOthers, permalink: false });

/** The warning of pages that other tools would not publish, followed by their files. */
export function keptOutElsewhere(reason: string): string {
  return `Pages are kept out, as by \`draft: true\`, because of \`${reason}\``;
}

/**
 * What keeps a page out with other tools, as it is written in the head.
 * @param isToml Whether that is TOML, as with Zola, to which `render` says the same of a page or of a folder's page.
 */
export function keptOutBy(data: Readonly<Record<string, unknown>>, isToml = false): string | undefined {
  if (isToml && data["render"] === false) return "render: false";
  for (const [key, keeps] of otherValuesThatKeepOut)
    if (yesOrNo(data[key]) === keeps) return `${key}: ${String(data[key])}`;
  // Of Hexo with a plugin, which encrypts the page. The word itself is not told.
  const { password } = data;
  if ((password ?? "") !== "" && password !== false) return "password";
  for (const key of withRender) {
    const options = data[key];
    const render = isMapping(options) ? options["render"] : undefined;
    const isText = typeof render === "string";
    if (yesOrNo(render) === false || (isText && /^never$/i.test(render))) return `${key}: { render: ${render} }`;
  }
  return undefined;
}

/**
 * The key that a misspelt one was probably meant to be, where its value then keeps the page out: `drft: true`,
 * `publishd: false`. For other keys a word of four letters is not corrected, nor one that resembles a key of another
 * tool. Here both are, because ignoring one publishes what its author keeps back.
 */
export function misspeltKeptOut(key: string, value: unknown): string | undefined {
  const said = yesOrNo(value);
  if (said === undefined) return undefined;
  const decided = Object.entries(keysThatKeepOut).filter(([, keeps]) => said === keeps);
  return decided.find(([known]) => isOneTypo(key.toLowerCase(), known))?.[0];
}

/** Values that are handed down to other pages and keep them out. */
export interface KeepingCascade {
  /** As it is written. */
  reason: string;
  /** The glob of the pages that it is for, by their paths from the root without ending; undefined for all. */
  target: string | undefined;
}

function givenBy(values: Record<string, unknown>): Record<string, unknown> {
  return isMapping(values["params"]) ? { ...values["params"], ...values } : values;
}

/** Keys of a cascade that keep no page out; nothing else of it is read. */
export function unreadInCascade(cascade: unknown): string[] {
  const read = new Set(["target", "_target", "params", "draft", "permalink", ...otherKeysThatKeepOut]);
  return [cascade].flat().flatMap((values) => {
    return isMapping(values) ? Object.keys(givenBy(values)).filter((key) => !read.has(key)) : [];
  });
}

/**
 * What a folder's page, or the settings, hand down to pages and keeps them out (Hugo's `cascade`,
 * https://gohugo.io/configuration/cascade/). Of a `target` only the path is read: what is for one language or
 * environment keeps out all.
 */
export function cascadesThatKeepOut(data: Readonly<Record<string, unknown>>): KeepingCascade[] {
  return [data["cascade"]].flat().flatMap((values) => {
    if (!isMapping(values)) return [];
    const given = givenBy(values);
    const reason = yesOrNo(given["draft"]) === true ? "draft: true" : keptOutBy(given);
    const target = values["target"] ?? values["_target"];
    const path = isMapping(target) ? target["path"] : undefined;
    return reason === undefined
      ? []
      : [{ reason: `cascade: { ${reason} }`, target: typeof path === "string" ? path : undefined }];
  });
}
