import { describe, expect, test } from "vitest";
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

const good = site.html.get("/") ?? "";
const planted: [rule: string, fault: (html: string) => string][] = [
  ["element-required-attributes", (html) => html.replace("</article>", "<img>\n</article>")],
  ["close-order", (html) => html.replace("</article>", "")],
  ["no-dup-id", (html) => html.replace("<article", '<article id="main"')],
  ["wcag/h37", (html) => html.replace("</article>", '<img src="/x.png">\n</article>')],
  ["element-permitted-content", (html) => html.replace("</article>", "<ul><p>text</p></ul>\n</article>")],
  ["no-deprecated-attr", (html) => html.replace("<body", '<body bgcolor="red"')],
  ["element-required-content", (html) => html.replace(/<title>.*?<\/title>/, "")],
  ["unrecognized-char-ref", (html) => html.replace("</article>", "&nosuchthing;</article>")],
];

describe("the judge sees a planted fault", () => {
  test.each(planted)("%s", async (rule, fault) => {
    const complaints = await htmlComplaints(fault(good));
    expect(complaints.map((complaint) => complaint.split(":")[0])).toContain(rule);
  });
});
