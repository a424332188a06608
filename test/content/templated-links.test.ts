import { describe, expect, test } from "vitest";
import { folderOf } from "../build/folder.ts";
import { buildSite } from "../build/site.ts";

const files = {
  "index.md": "# Home\n",
  "about.md": "# About\n\nText.\n",
  "docs/deep/install.md": "# Install\n\n## On paper\n",
  "docs/near.md": "# Near\n\nText.\n",
  "_posts/2018-03-06-kettle.md": "# The kettle\n\nText.\n",
  "images/door.txt": "A door",
};

/** What an author of Hugo, Jekyll or Eleventy writes on `docs/page.md`, and where it leads. */
const ways: [written: string, href: string][] = [
  ['[x]({{< ref "near.md" >}})', "/docs/near/"],
  ['[x]({{< relref "near" >}})', "/docs/near/"],
  ['[x]({{% ref "install.md" %}})', "/docs/deep/install/"],
  ['[x]({{<ref "/docs/deep/install.md#on-paper">}})', "/docs/deep/install/#on-paper"],
  ['[x]({{< ref "install" >}}#On-Paper "A title")', "/docs/deep/install/#on-paper"],
  ['[x]({{< ref path="install.md" >}})', "/docs/deep/install/"],
  ["[x]({% post_url 2018-03-06-kettle %})", "/kettle/"],
  ["[x]({{ site.baseurl }}{% post_url 2018-03-06-kettle %})", "/kettle/"],
  ["[x]({% link docs/near.md %})", "/docs/near/"],
  ["[x]({{site.url}}{{ site.baseurl }}/about.html)", "/about/"],
  ["[x]({{ site.baseurl }})", "/"],
  ["[x]({{ '/about/' | relative_url }})", "/about/"],
  ['[x]({{ "about" | absolute_url }}#about)', "/about/#about"],
  ["[x]({{- '/about/' | url -}})", "/about/"],
  ["[x][r]\n\n[r]: {{ site.baseurl }}/about/ 'A title'", "/about/"],
  ["[x]({{ site.baseurl }}/images/door.txt)", "/images/door.txt"],
];

describe("templates as destinations of links lead where they would", async () => {
  const pages = ways.map(([written], index) => [`docs/w${index}.md`, `# W\n\nBefore ${written}\n`]);
  const site = await buildSite({
    input: folderOf({ ...files, ...Object.fromEntries(pages) }),
    base_url: "https://house.example",
  });

  test.each(ways.map((way, index) => [...way, index] as const))("%s", (_, href, index) => {
    expect(site.html.get(`/docs/w${index}/`)).toMatch(new RegExp(`Before <a href="${href}"[^>]*>x</a>`));
    expect(site.text(`/docs/w${index}.md`)).toContain(`https://house.example${href}`);
    expect(site.text(`/docs/w${index}.md`)).not.toMatch(/\{[{%]/);
  });

  test("none of them is counted as not understood", () => {
    expect(site.warnings).toEqual([]);
  });
});

test("code keeps its templates, what is not understood stays text, and a page that is missing is a fault", async () => {
  const site = await buildSite({
    input: folderOf({
      "index.md":
        '# Home\n\n`[x]({{< ref "a.md" >}})`\n\n[y]({{ page.url }})\n\n[z]({{< ref "gone.md" >}})\n\n{{ site.baseurl }}\n',
    }),
    lenient: true,
  });
  const html = site.html.get("/") ?? "";
  expect(html).toContain("<code>[x]({{&lt; ref &quot;a.md&quot; &gt;}})</code>");
  expect(html).toContain("[y]({{ page.url }})");
  expect(site.tolerated).toMatchObject([{ line: 7, problem: "links to `gone.md`, which does not exist" }]);
  expect(site.text("/index.md")).toContain("[z](gone.md)");
  expect(site.warnings.join("\n")).toMatch(/expressions of a template language \(`\{\{ … \}\}`\): /);
});
