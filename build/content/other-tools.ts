import { isOneTypo } from "../lib/did-you-mean.ts";
import { realmStatusNames } from "../schemas/fields.ts";
import type { Report } from "./diagnostics.ts";

/** Keys of other tools that are one typing error apart from keys of this one, and mean something of their own. */
const otherKeys = new Set([
  "short-title", // MDN
  "shortTitle", // GitHub Docs
  "languages", // Hugo
  "types", // Decap CMS
]);

/** Types of page of other tools that are one typing error apart from types of this one. */
const otherTypes = new Set([
  "node", // Drupal
  "notes", // Hugo: the name of a section
  "pages",
]);

/** Whether a key of front matter is known to belong to another tool, so that it is no misspelling. */
export function isOtherKey(key: string): boolean {
  return otherKeys.has(key);
}

/** The type of page that an unknown type was probably meant to be, or undefined. */
export function meantType(type: string, known: readonly string[]): string | undefined {
  const plain = type.toLowerCase();
  if (known.includes(plain)) return plain;
  return plain.length < 4 || otherTypes.has(plain) ? undefined : known.find((each) => isOneTypo(plain, each));
}

/**
 * Removes values that other tools give to keys of the same name, and warns of them:
 * - aliases that are names, as in Obsidian, and no addresses from the root;
 * - `status` and `since` on pages that are no realms, such as MDN's `status: [experimental]`, or the version since which
 *   something exists. A misspelt status stays, to be reported.
 */
export function dropForeignValues(data: Record<string, unknown>, report: Report): void {
  const { aliases, status, type } = data;
  const written = typeof aliases === "string" ? [aliases] : aliases;
  if (Array.isArray(written)) {
    const names = written.filter((alias) => isName(alias));
    for (const name of names)
      report.warn("Aliases that are names, not addresses that begin with `/`, lead nowhere", String(name));
    if (names.length > 0) data["aliases"] = written.filter((alias) => !isName(alias));
  }
  if (type === "realm") return;
  const known =
    typeof status === "string" && realmStatusNames.some((name) => name === status || isOneTypo(name, status));
  if (status !== undefined && !known) leave("status");
  if (data["since"] !== undefined && !/^\d{4}-/.test(String(data["since"]))) leave("since");

  function leave(key: string): void {
    report.warn("Front matter keys that mean nothing on these pages are left alone", key);
    delete data[key];
  }
}

/** Whether an alias is a name, such as `TCP/IP`. What looks like an address without its first slash is none. */
function isName(alias: unknown): boolean {
  if (typeof alias === "number") return true;
  return typeof alias === "string" && alias !== "" && !/^\/|\/$|\.html?$|:\/\//.test(alias);
}
