import type { Permissions } from "../schemas/facts.ts";

/** The permissions in one or two sentences, in the words of the visible page. */
export function permissionInWords({ search, ai_input, ai_train }: Permissions): string {
  const uses: [boolean, string][] = [
    [search, "index it"],
    [ai_input, "quote it to people and to models"],
    [ai_train, "train models on it"],
  ];
  const said = (allowed: boolean) => uses.filter(([is]) => is === allowed).map(([, use]) => use);
  const sentences = [];
  if (said(true).length > 0) sentences.push(`You may ${list(said(true), "and")}, without asking.`);
  if (said(false).length > 0) sentences.push(`Please do not ${list(said(false), "or")}.`);
  return sentences.join(" ");
}

function list(words: readonly string[], joint: string): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${joint} ${words.at(-1)}`;
}
