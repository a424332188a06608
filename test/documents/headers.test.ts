import { expect, test } from "vitest";
import { catalogue } from "../../build/documents/catalogue.ts";
import { headers } from "../../build/documents/host-rules.ts";
import type { Document, TextDocument } from "../../build/model/site-model.ts";
import { sampleSite } from "../build/site.ts";

const site = await sampleSite();

/** The rules for these documents, in their order: a path, and its headers. */
function rulesFor(documents: readonly Document[]): (readonly [path: string, headers: string[]])[] {
  const model = { ...site.model, catalogue: documents };
  const text = String((headers as TextDocument).render(model, { written: [], templates: [] }));
  return text.split(/\n(?=\/)/).map((rule) => {
    const [path = "", ...lines] = rule.trimEnd().split("\n  ");
    return [path, lines] as const;
  });
}

test("every rule is for the site or for one document, and said once; links are set for all, and in no other rule", () => {
  const rules = rulesFor(catalogue);
  const paths = rules.map(([path]) => path);
  const known = ["/*", ...catalogue.map(({ path }) => path.replace(/\{[^}]*\}/g, "*"))];
  expect(paths.filter((path, at) => !known.includes(path) || paths.indexOf(path) !== at)).toEqual([]);
  const withLinks = rules.filter(([, lines]) => lines.some((line) => line.startsWith("Link:")));
  expect(withLinks.map(([path]) => path)).toEqual(["/*"]);
});

test("a document in the place of a family says only what the family does not", () => {
  const twin = catalogue.find(({ id }) => id === "markdown") as Document;
  const inside = { ...twin, kind: "text", id: "inside", path: "/inside.md", render: () => "" } as Document;
  expect(rulesFor([twin, inside]).map(([path]) => path)).toEqual(["/*", "/*.md"]);
  const changing = { ...inside, cache_control: "no-store" };
  expect(rulesFor([twin, changing]).at(-1)).toEqual(["/inside.md", ["Cache-Control: no-store"]]);
});

const links = /^ {2}Link: (.*)$/m.exec(site.text("/_headers"))?.[1]?.split(/,\s*(?=<)/) ?? [];
test.each(links)("%s is a link that a parser reads, to something that is there", (link) => {
  const [, target = ""] = /^<([^<>\s]+)>; rel="[a-z-]+"(?:; type="[^"]+")?$/.exec(link) ?? [];
  expect(target.startsWith("https:") || site.files.has(target)).toBe(true);
});
