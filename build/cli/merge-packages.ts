import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

type Entries = Readonly<Record<string, unknown>>;

/** Keys of package.json that describe the site; all others are the software's. */
const ownersKeys = ["name", "description", "license", "private", "author", "repository"];

/**
 * Merges package.json of a newer version of the software into a site's: the software's entries are
 * replaced or removed, and the owner's additions stay.
 * @param before package.json of the version that the site has
 * @param own package.json of the site
 * @param after package.json of the newer version
 */
export function mergePackages(before: Entries, own: Entries, after: Entries): Entries {
  const merged: Record<string, unknown> = { ...after };
  for (const [key, value] of Object.entries(own)) {
    const old = before[key];
    const newer = after[key];
    if (!Object.hasOwn(before, key)) merged[key] ??= value;
    else if (typeof old === "object" && !Array.isArray(old) && !ownersKeys.includes(key))
      merged[key] = mergePackages(old as Entries, value as Entries, (newer ?? {}) as Entries);
  }
  return merged;
}

/** `node build/cli/merge-packages.ts v1.2.0 v1.3.0` brings the site's package.json to v1.3.0. */
if (import.meta.main) {
  const at = (version = ""): Entries =>
    JSON.parse(execFileSync("git", ["show", `${version}:package.json`], { encoding: "utf8" }));
  const [before, after] = process.argv.slice(2);
  const own = JSON.parse(readFileSync("package.json", "utf8"));
  const kept = Object.entries(own).filter(([key]) => ownersKeys.includes(key));
  const merged = { ...mergePackages(at(before), own, at(after)), ...Object.fromEntries(kept) };
  writeFileSync("package.json", `${JSON.stringify(merged, null, 2)}\n`);
}
