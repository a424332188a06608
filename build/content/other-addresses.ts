import { isPattern } from "./permalinks.ts";

/**
 * Keys with which other tools give a page its address: Jekyll's `permalink` and `redirect_from`, Hugo's `url`, `slug`.
 */
const addressKeys = ["permalink", "url", "slug", "redirect_from"] as const;

/** Names of Jekyll's ways to make addresses, which stand where an address may. */
const styles = new Set(["date", "pretty", "ordinal", "weekdate", "none"]);

/**
 * Whether a key is one that gives addresses, and its value is at least one on this site, or a pattern of addresses, so
 * that it is read here.
 */
export function isOtherAddress(key: string, value: unknown): boolean {
  if ((key === "permalink" || key === "url") && isPattern(value)) return true;
  const known = addressKeys.find((each) => each === key);
  return known !== undefined && addressesIn(known, value, "/").length > 0;
}

/**
 * The addresses that a page has with another tool, by its front matter. Patterns (`/:year/:title/`) are read by
 * `patternIn`; templates and addresses of other sites are none.
 * @param path The page's path here; a `slug` stands for its last name.
 * @returns root-relative paths; those of pages end with a slash.
 */
export function otherAddressesOf(path: string, matter: Readonly<Record<string, unknown>>): string[] {
  const parent = path.replace(/[^/]*\/$/, "");
  const found = addressKeys.flatMap((key) => addressesIn(key, matter[key], parent));
  return [...new Set(found)].filter((address) => address !== path);
}

function addressesIn(key: (typeof addressKeys)[number], value: unknown, parent: string): string[] {
  const written = key === "redirect_from" ? [value].flat() : [value];
  return written.flatMap((each) => {
    if (typeof each !== "string" || !/^(?!\/\/)[^\s?#*:{}\\]+$/.test(each)) return [];
    if (key === "permalink" && styles.has(each)) return [];
    // A slug with folders, as MDN has it, is no address from the root.
    if (key === "slug" && /^[^/].*\//.test(each)) return [];
    const rooted = each.startsWith("/") ? each : `${key === "slug" ? parent : "/"}${each}`;
    const address = URL.parse(rooted, "http://site.invalid")?.pathname ?? "/";
    return [/\/$|\.[a-z][a-z0-9]*$/i.test(address) ? address : `${address}/`];
  });
}
