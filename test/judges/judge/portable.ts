import { RE2JS } from "re2js";

interface Found {
  /** Where in the schema, as a JSON Pointer. */
  at: string;
  pattern: string;
}

/** Every regular expression in a schema, or in any JSON that holds schemas. */
export function patternsIn(value: unknown, at = ""): Found[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]): Found[] => [
    ...(key === "pattern" && typeof item === "string" ? [{ at: `${at}/${key}`, pattern: item }] : []),
    ...(key === "patternProperties"
      ? Object.keys(item as object).map((pattern) => ({ at: `${at}/${key}`, pattern }))
      : []),
    ...patternsIn(item, `${at}/${key}`),
  ]);
}

/** Engines that are at hand: ECMAScript in its three modes, and RE2, which is Go's. */
const engines: Readonly<Record<string, (pattern: string) => unknown>> = {
  ECMAScript: (pattern) => new RegExp(pattern),
  "ECMAScript with u": (pattern) => new RegExp(pattern, "u"),
  "ECMAScript with v": (pattern) => new RegExp(pattern, "v"),
  RE2: (pattern) => RE2JS.compile(pattern),
};

/**
 * What all engines read alike, Python's `re` and Java's too, and is held so strictly that none has to be at hand: plain characters,
 * classes of them, groups that only group, quantifiers, `^`, `$`, `.`, and of the escapes `\S`, `\s` and those of punctuation. Others
 * differ: `\d` and `\w` are wider in Python, `\u` is unknown to RE2, `\p` to Python, and look-around to RE2.
 */
const plain = /^(?:[^\\()[\]]|\\[Ss.\-/+*?$^|]|\((?:\?:)?(?!\?)|\)|\[\^?(?:[^\\\][]|\\[Ss-])+\])*$/;

/** Why a pattern of a published schema is not for everybody, a sentence each. */
export function portabilityComplaints(schema: unknown): string[] {
  return patternsIn(schema).flatMap(({ at, pattern }) => [
    ...Object.entries(engines).flatMap(([engine, compile]) => {
      try {
        compile(pattern);
        return [];
      } catch {
        return [`${at}: ${engine} cannot read ${pattern}`];
      }
    }),
    ...(plain.test(pattern) ? [] : [`${at}: ${pattern} does not mean the same everywhere`]),
  ]);
}
