// Functions to read values of unknown shape: a site may send anything, and no check may throw because of it.

/** The value at a path of own members, or undefined. */
export function at(value: unknown, ...keys: readonly (string | number)[]): unknown {
  let here = value;
  for (const key of keys) {
    if (typeof here !== "object" || here === null || !Object.hasOwn(here, key)) return undefined;
    here = (here as Record<string | number, unknown>)[key];
  }
  return here;
}

/** The list at a path of own members, or an empty one. */
export function listAt(value: unknown, ...keys: readonly (string | number)[]): unknown[] {
  const found = at(value, ...keys);
  return Array.isArray(found) ? found : [];
}

/** The text at a path of own members, or the empty text. */
export function textAt(value: unknown, ...keys: readonly (string | number)[]): string {
  const found = at(value, ...keys);
  return typeof found === "string" ? found : "";
}

/** Several members of an object, each empty where it is no text. */
export function textsAt<Key extends string>(value: unknown, ...keys: readonly Key[]): Record<Key, string> {
  return Object.fromEntries(keys.map((key) => [key, textAt(value, key)])) as Record<Key, string>;
}

/** Own members of an object, or none. */
export function membersAt(value: unknown, ...keys: readonly (string | number)[]): [string, unknown][] {
  const found = at(value, ...keys);
  return typeof found === "object" && found !== null && !Array.isArray(found) ? Object.entries(found) : [];
}

/** Whether two JSON values are the same, whatever the order of members. */
export function same(a: unknown, b: unknown): boolean {
  return canonical(a) === canonical(b);
}

function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_, item: unknown) =>
      typeof item === "object" && item !== null && !Array.isArray(item)
        ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
        : item,
    ) ?? "undefined"
  );
}

/** Levels of nesting: more than any document of a site has, and few enough for functions that recurse. */
const deepest = 100;

/** Whether JSON text nests arrays and objects deeper than any document needs. */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x22) {
      // A string: brackets in it do not count.
      for (i++; i < text.length && text.charCodeAt(i) !== 0x22; i++) if (text.charCodeAt(i) === 0x5c) i++;
    } else if (code === 0x5b || code === 0x7b) {
      if (++depth > deepest) return true;
    } else if (code === 0x5d || code === 0x7d) depth--;
  }
  return false;
}
