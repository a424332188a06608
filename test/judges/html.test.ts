import { expect, test } from "vitest";
import { sampleSite } from "../build/site.ts";
import { htmlComplaints } from "./judge/html.ts";

const site = await sampleSite();
const documents: [string, string][] = [
  ...site.html,
  ["/404.html", site.text("/404.html")],
  ["/410.html", site.text("/410.html")],
];

test.each(documents)("%s is valid HTML", async (_, html) => {
  expect(await htmlComplaints(html)).toEqual([]);
});
