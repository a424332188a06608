import type { Mistake } from "./modules.ts";

/** Rules of the storage, each broken on purpose: a simulation that does not notice proves nothing. */
export const brokenRules: Readonly<Record<string, readonly Mistake[]>> = {
  "deletes what any other pack holds, not only one that sorts later": [
    {
      file: "survey.ts",
      right: "for (const id of ids) {\n      latest.set(id, pack.key);",
      wrong:
        "for (const id of ids) {\n      if (isOld) holders.set(id, [...(holders.get(id) ?? []), pack.key]);\n      latest.set(id, pack.key);",
    },
    {
      file: "survey.ts",
      right: "const contents:",
      wrong: "const holders = new Map<string, string[]>();\n  const contents:",
    },
    {
      file: "survey.ts",
      right: "isLater(latestOld.get(id), key)",
      wrong: "(holders.get(id) ?? []).some((holder) => holder !== key)",
    },
  ],
  "deletes without a grace period": [
    { file: "survey.ts", right: "ages.now - pack.created >= ages.grace", wrong: "true" },
    { file: "compact.ts", right: "start - pack.created >= options.grace", wrong: "true" },
  ],
  "does not list again when a listed blob is gone": [
    {
      file: "read.ts",
      right: "for await (const entry of newestFirst(store, listing, regions, from, limit, known)) {",
      wrong: "for await (const entry of untilGone(newestFirst(store, listing, regions, from, limit, known))) {",
    },
    {
      file: "read.ts",
      right: "/** Yields the visible entries",
      wrong:
        "async function* untilGone(all: AsyncGenerator<Entry>): AsyncGenerator<Entry> {\n  try {\n    yield* all;\n  } catch (error) {\n    if ((error as Error).name !== 'GoneError') throw error;\n  }\n}\n\n/** Yields the visible entries",
    },
  ],
  "archives sort before what they are made from": [
    { file: "keys.ts", right: "String.raw`^packs/", wrong: "String.raw`^archives/" },
    { file: "keys.ts", right: "return `packs/${", wrong: "return `archives/${" },
    { file: "survey.ts", right: "pack > source", wrong: "(pack > source || source.startsWith('entries/'))" },
  ],
};
