import { expect, test } from "vitest";
import { sampleSite } from "../build/site.ts";

const site = await sampleSite();
const links = /^ {2}Link: (.*)$/m.exec(site.text("/_headers"))?.[1]?.split(/,\s*(?=<)/) ?? [];

test.each(links)("%s is a link that a parser reads, to something that is there", (link) => {
  const [, target = ""] = /^<([^<>\s]+)>; rel="[a-z-]+"(?:; type="[^"]+")?$/.exec(link) ?? [];
  expect(target.startsWith("https:") || site.files.has(target)).toBe(true);
});
