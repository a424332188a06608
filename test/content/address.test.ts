import { describe, expect, test } from "vitest";
import { addressOf, formerAddressesOf, htmlFileOf, slug } from "../../build/content/address.ts";

describe("a page's address follows from its file's place and nothing else", () => {
  test.each<[file: string, path: string, markdown: string]>([
    ["index.md", "/", "/index.md"],
    ["README.md", "/", "/index.md"],
    ["Index.MD", "/", "/index.md"],
    ["about.md", "/about/", "/about.md"],
    ["about.markdown", "/about/", "/about.md"],
    ["notes/index.md", "/notes/", "/notes.md"],
    ["notes/readme.md", "/notes/", "/notes.md"],
    ["notes/_index.md", "/notes/", "/notes.md"],
    ["_posts/2018-03-06-Why Open?.md", "/why-open/", "/why-open.md"],
    ["a/_posts/b/2018-03-06-x.md", "/a/b/x/", "/a/b/x.md"],
    ["_posts/x.md", "/x/", "/x.md"],
    ["a/_posts/b/x.md", "/a/b/x/", "/a/b/x.md"],
    ["_posts/index.md", "/_posts/", "/_posts.md"],
    ["posts/2018-03-06-x.md", "/posts/2018-03-06-x/", "/posts/2018-03-06-x.md"],
    ["Notes/Why Open?.md", "/notes/why-open/", "/notes/why-open.md"],
    ["a/b/c/d.md", "/a/b/c/d/", "/a/b/c/d.md"],
    ["v1.2.md", "/v1.2/", "/v1.2.md"],
    ["über uns.md", "/%C3%BCber-uns/", "/%C3%BCber-uns.md"],
    ["日本.md", "/%E6%97%A5%E6%9C%AC/", "/%E6%97%A5%E6%9C%AC.md"],
    ["a&b+c=d.md", "/a-b-c-d/", "/a-b-c-d.md"],
    ["_draft_.md", "/_draft_/", "/_draft_.md"],
    ["???.md", "/page/", "/page.md"],
    ["..hidden...md", "/hidden/", "/hidden.md"],
  ])("%s", (file, path, markdown) => {
    expect(addressOf(file, true)).toEqual({
      id: path === "/" ? "index" : path.slice(1, -1),
      path,
      markdown_path: markdown,
    });
  });

  test("a README beside an index is a page of its own", () => {
    expect(addressOf("notes/README.md", false).path).toBe("/notes/readme/");
  });

  test("a post keeps its place where another page has the short address", () => {
    expect(addressOf("a/_posts/2018-03-06-x.md", false, true).path).toBe("/a/2018/03/06/x/");
    expect(addressOf("a/_posts/x.md", false, true).path).toBe("/a/_posts/x/");
  });

  test("one name in two Unicode forms is one address", () => {
    expect(addressOf("u\u0308ber.md", true)).toEqual(addressOf("\u00fcber.md", true));
  });
});

describe("a post had dated addresses with its categories in Jekyll", () => {
  test.each<[file: string, matter: object, paths: string[]]>([
    ["_posts/2018-03-06-Why Open?.md", {}, ["/2018/03/06/Why-Open"]],
    ["_posts/2018-03-06-x.md", { categories: "Walks snow" }, ["/walks/snow/2018/03/06/x"]],
    ["_posts/2018-03-06-x.md", { categories: ["Long Walks", "A*"] }, ["/long%20walks/a%2A/2018/03/06/x"]],
    ["_posts/2018-03-06-x.md", { category: "Long Walks" }, ["/long%20walks/2018/03/06/x"]],
    ["Garden/_posts/b/2018-03-06-x.md", { categories: ["garden", "snow"] }, ["/garden/snow/2018/03/06/x"]],
    ["_posts/2018-03-06-x.md", { date: "2018-03-05T22:00:00-07:00" }, ["/2018/03/06/x", "/2018/03/05/x"]],
    ["_posts/x.md", { categories: ["a"] }, []],
    ["posts/2018-03-06-x.md", { categories: ["a"] }, []],
  ])("%s %j", (file, matter, paths) => {
    expect(formerAddressesOf(file, { ...matter })).toEqual(paths.flatMap((path) => [`${path}/`, `${path}.html`]));
  });
});

test.each([
  ["Hello, World!", "hello-world"],
  ["-.-", "page"],
  ["", "page"],
  ["a -- b", "a-b"],
  ["..", "page"],
  ["a/b", "a-b"],
])("the segment of %j is %j", (name, segment) => {
  expect(slug(name)).toBe(segment);
});

test("the output file's name is decoded, as hosts want it", () => {
  expect([htmlFileOf("/"), htmlFileOf("/%C3%BCber/")]).toEqual(["/index.html", "/über/index.html"]);
});
