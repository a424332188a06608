import { expect, test } from "vitest";
import { catalogue } from "../../build/documents/catalogue.ts";
import { headers as headersDocument } from "../../build/documents/host-rules.ts";
import type { Document, TextDocument } from "../../build/model/site-model.ts";
import { sampleSite } from "../build/site.ts";

/** The rules of a `_headers` file: a path, and below it, indented, its headers. */
function rules(text: string): Map<string, Record<string, string>> {
  const found = new Map<string, Record<string, string>>();
  let current: Record<string, string> = {};
  for (const line of text.split("\n").filter((one) => one.trim() !== "")) {
    if (!line.startsWith("  ")) found.set(line, (current = {}));
    else current[line.slice(2, line.indexOf(":"))] = line.slice(line.indexOf(":") + 2);
  }
  return found;
}

const site = await sampleSite();
const headers = rules(site.text("/_headers"));
const siteLinks = headers.get("/*")?.["Link"] ?? "";

test("every rule is for the site or for one document, and said once; the site's links are set for all", () => {
  const paths = Array.from(site.text("/_headers").matchAll(/^\/.*$/gm), ([path]) => path);
  const known = ["/*", ...catalogue.map(({ path }) => path.replace(/\{[^}]*\}/g, "*"))];
  expect(paths.filter((path, at) => !known.includes(path) || paths.indexOf(path) !== at)).toEqual([]);
  expect([...headers].flatMap(([path, { Link }]) => (Link === undefined ? [] : [path]))).toEqual(["/*"]);
});

test("a document in the place of a family says only what the family does not", async () => {
  const twin = catalogue.find(({ id }) => id === "markdown") as Document;
  const inside = { ...twin, kind: "text", id: "inside", path: "/inside.md", render: () => "" } as Document;
  const written = (documents: Document[]) =>
    rules(
      String(
        (headersDocument as TextDocument).render(
          { ...site.model, catalogue: documents },
          { written: [], templates: [] },
        ),
      ),
    );
  expect([...written([twin, inside]).keys()]).toEqual(["/*", "/*.md"]);
  const kept = { ...inside, cache_control: "no-store" };
  expect(written([twin, kept]).get("/inside.md")).toEqual({ "Cache-Control": "no-store" });
});

test.each(siteLinks.split(/,\s*(?=<)/))("%s is a link that a parser reads, to something that is there", (link) => {
  const [, target = ""] = /^<([^<>\s]+)>; rel="[a-z-]+"(?:; type="[^"]+")?$/.exec(link) ?? [];
  expect(target.startsWith("https:") || site.files.has(target)).toBe(true);
});
