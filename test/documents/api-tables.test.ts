import createParser from "markdown-it";
import { expect, test } from "vitest";
import { apiReference } from "../../build/insertions/api-reference.ts";
import { sampleSite } from "../build/site.ts";

test("a sign that would end a cell stands in the tables of the API page as it is, in text and in code", async () => {
  const { model } = await sampleSite();
  const [feed] = model.catalogue.filter(({ id }) => id === "feed");
  const purpose = "Notes | with their text, as `a|b`.";
  const catalogue = model.catalogue.map((each) => (each === feed ? { ...feed, purpose } : each));
  const html = createParser().render(apiReference({ ...model, catalogue }));
  const row = /<tr>\n<td><a href="\/feed\.xml">[^]*?<\/tr>/.exec(html);
  const cells = [...(row?.[0] ?? "").matchAll(/<td>(.*)<\/td>/g)].map(([, cell]) => cell);
  expect(cells).toEqual([
    '<a href="/feed.xml"><code>/feed.xml</code></a>',
    "Notes | with their text, as <code>a|b</code>.",
    "<code>application/atom+xml</code>",
  ]);
});
