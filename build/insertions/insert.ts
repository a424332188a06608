import { exampleOf } from "../catalogue/examples.ts";
import type { Report } from "../content/faults.ts";
import type { Draft } from "../content/load.ts";
import { meant } from "../content/slip.ts";
import type { Context } from "../context.ts";
import type { Affordance } from "../schemas/affordance.ts";
import { apiReference } from "./api.ts";
import { frontMatterReference } from "./front-matter.ts";
import { affordanceList, contact, documents, permissions, promises } from "./house.ts";
import { allNotes, allPages, allRealms, latestNotes } from "./lists.ts";

type Insertion = (context: Context, affordances: readonly Affordance[]) => string;

/** What `<!-- insert: name -->`, alone on a line, is replaced by: Markdown made from what the house already knows. */
const insertions: Readonly<Record<string, Insertion>> = {
  "latest-notes": latestNotes,
  notes: allNotes,
  realms: allRealms,
  pages: allPages,
  promises,
  documents,
  api: (context) => apiReference(context, (document) => exampleOf(document, context)),
  contact,
  permissions,
  "front-matter": frontMatterReference,
  affordances: (_, affordances) => affordanceList(affordances),
};

const marker = /^<!--\s*insert:\s*([\w-]+)\s*-->[ \t]*$/;

/** Whether a page waits for others: it has something to be inserted, or restates what its front matter says. */
export function hasInsertions({ body, type, matter }: Draft): boolean {
  return body.includes("<!-- insert:") || type === "api" || type === "manifesto" || ((type === "realm" || type === "greeting") && (matter.affordances?.length ?? 0) > 0);
}

/** A page's Markdown with everything inserted. What a type of page cannot do without is added at its end where the author did not place it. */
export function insertInto(draft: Draft, affordances: readonly Affordance[], context: Context, report: Report): string {
  let fence: string | undefined;
  const lines = completed(draft).split("\n").map((line, number) => {
    const delimiter = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (delimiter && (fence === undefined || delimiter.startsWith(fence))) fence = fence === undefined ? delimiter : undefined;
    const name = fence === undefined ? marker.exec(line)?.[1] : undefined;
    if (name === undefined) return line;
    const insertion = insertions[name];
    if (insertion) return insertion(context, affordances);
    const known = Object.keys(insertions);
    const suggestion = meant(name, known);
    report.fault({ file: draft.file, line: number + 1 + draft.offset, problem: `asks for \`${name}\` to be inserted, which is not known${suggestion ? `; did you mean \`${suggestion}\`?` : ""}`, expected: `one of ${known.join(", ")}`, publishable: true });
    return line;
  });
  return lines.join("\n");
}

function completed({ body, type, matter }: Draft): string {
  const needs: [boolean, string, string][] = [
    [type === "api", "api", ""],
    [type === "manifesto", "promises", "## The seven promises\n\n"],
    [(type === "realm" || type === "greeting") && (matter.affordances?.length ?? 0) > 0, "affordances", "## What you can do here\n\n"],
  ];
  return needs.reduce((text, [needed, name, heading]) => (needed && !text.includes(`insert: ${name} `) ? `${text.trimEnd()}\n\n${heading}<!-- insert: ${name} -->\n` : text), body);
}
