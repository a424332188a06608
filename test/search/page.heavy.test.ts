import type { BrowserContextOptions, Page as Tab } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { folderOf } from "../build/folder.ts";
import { sharedBrowser, tabAt } from "../support/browser.ts";
import { startServer, type TestServer } from "../support/server.ts";

// The search page in a real browser, with the real index.

const hostile = '<img src=x onerror="document.title=1">';
const files = Object.fromEntries([
  ["index.md", "# Home\n\nSee the [tools](tools.md).\n"],
  ...Array.from({ length: 24 }, (_, n) => [
    `beds/bed-${n}.md`,
    `---\ndescription: Short.\n---\n\n# Bed ${n}\n\nBeetroot grows in bed ${n}.${" It is dug and raked.".repeat(9)}\n`,
  ]),
  [
    "odd.md",
    `---\ntitle: ${JSON.stringify(hostile)}\n---\n\n\`\`\`html\n${hostile} wheelbarrow\n\`\`\`\n`,
  ],
  [
    "tools.md",
    `# Tools\n\n${"A shed is needed. ".repeat(40)}\n\n## In the shed\n\nThe Spáde hangs by the door.\n`,
  ],
  [`a-folder-with-a-long-name/page-${"x".repeat(40)}.md`, "# Pitchfork\n\nShort.\n"],
  [
    "compost.md",
    "---\ndescription: What becomes of leaves.\n---\n\n# Compost\n\n## By hand\n\n```sh\nturn compost --slowly\n```\n",
  ],
  ["long.md", `# Long\n\n${"w".repeat(300)} pitchfork\n`],
]) as Record<string, string>;

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ input: folderOf(files) });
});
afterAll(() => server?.stop());

/**
 * Does something on the search page; in a tab of its own, with nothing cached, if there is
 * something to do before.
 */
async function onSearchPage<T>(
  query: string,
  look: (tab: Tab) => Promise<T>,
  { before, ...options }: BrowserContextOptions & { before?: (tab: Tab) => Promise<unknown> } = {},
): Promise<T> {
  const address = `${server.origin}/search/${query}`;
  if (!before)
    return look(await tabAt(address, { viewport: { width: 1000, height: 900 }, ...options }));
  const tab = await (await sharedBrowser()).newPage();
  try {
    await before(tab);
    await tab.goto(address);
    return await look(tab);
  } finally {
    await tab.close();
  }
}

const said = (tab: Tab, words: string | RegExp) => tab.locator("output").getByText(words).waitFor();
/** What is said of the pages that are alike. */
const best10 = "24 pages. The best 10 are shown.";
const field = (tab: Tab) => tab.getByRole("searchbox");
const titles = (tab: Tab) => tab.locator("#results li > a").allTextContents();

test("an address with words shows the count, the page, the part and the description with the words marked", async () => {
  await onSearchPage("?q=shed", async (tab) => {
    await said(tab, /^1 page\.$/);
    expect(await titles(tab)).toEqual(["Tools"]);
    const part = tab.locator("#results li p a");
    expect([await part.innerHTML(), await part.getAttribute("href")]).toEqual([
      "In the <mark>shed</mark>",
      "/tools/#in-the-shed",
    ]);
    expect(await tab.locator("#results li p").last().innerHTML()).toBe(
      "A <mark>shed</mark> is needed.",
    );
    expect(await tab.locator("#site-index").isVisible()).toBe(false);
    await part.click();
    await tab.locator("#in-the-shed:target").waitFor();
  });
});

test("by keyboard alone one searches and comes to the results; Back leads to what was looked for", async () => {
  await onSearchPage("", async (tab) => {
    await field(tab).focus();
    await tab.keyboard.type("spade");
    await tab.keyboard.press("Enter");
    await said(tab, /^1 page\.$/);
    expect(new URL(tab.url()).search).toBe("?q=spade");
    await field(tab).fill("beetroot");
    await tab.keyboard.press("Enter");
    await said(tab, best10);
    expect([await tab.locator("#results li").count(), new Set(await titles(tab)).size]).toEqual([
      10, 10,
    ]);
    await tab.keyboard.press("Tab");
    await tab.keyboard.press("Tab");
    expect(await tab.evaluate("document.activeElement.closest('#results') !== null")).toBe(true);
    await tab.keyboard.press("Enter");
    await tab.waitForURL("**/beds/**");
    await tab.goBack();
    await said(tab, best10);
    expect(await field(tab).inputValue()).toBe("beetroot");
    await tab.goBack();
    await said(tab, /^1 page\.$/);
    expect(await field(tab).inputValue()).toBe("spade");
    await field(tab).fill("");
    await tab.getByRole("button", { name: "Search" }).click();
    await tab.locator("#site-index").waitFor();
    expect(await tab.getByRole("status").textContent()).toBe("");
  });
});

test("where there are more, ten more at a time are shown in the same page, and one goes on at the first of them", async () => {
  await onSearchPage("?q=beetroot", async (tab) => {
    await said(tab, best10);
    const first = await titles(tab);
    const isFocused = (at: number) =>
      tab
        .locator("#results li > a")
        .nth(at)
        .evaluate((link) => link === document.activeElement);
    await tab.getByRole("button", { name: "10 more" }).press("Enter");
    await said(tab, "24 pages. The best 20 are shown.");
    await expect.poll(() => isFocused(10)).toBe(true);
    await tab.getByRole("button", { name: "4 more" }).click();
    await said(tab, /^24 pages\.$/);
    await expect.poll(() => isFocused(20)).toBe(true);
    const all = await titles(tab);
    expect([all.slice(0, 10), new Set(all).size]).toEqual([first, 24]);
    expect(await tab.locator("#results button").count()).toBe(0);
    expect(new URL(tab.url()).search).toBe("?q=beetroot");
    // Another search begins with ten.
    await field(tab).fill("beetroot bed");
    await field(tab).press("Enter");
    await said(tab, / The best 10 are shown\.$/);
  });
});

test("only the sentence is announced, and what is on the page stays text", async () => {
  await onSearchPage("?q=wheelbarrow", async (tab) => {
    await said(tab, /^1 page\.$/);
    expect(await titles(tab)).toEqual([hostile]);
    expect(await tab.locator("#results img, #results script").count()).toBe(0);
    expect(await tab.title()).not.toBe("1");
    expect(await tab.getByRole("status").textContent()).toBe("1 page.");
  });
});

test("a word with a typing error leads to the right one", async () => {
  await onSearchPage("?q=betroot", async (tab) => {
    await said(tab, /^Nothing was found\. All pages are listed below\.$/);
    expect(await tab.locator("#site-index").isVisible()).toBe(true);
    await tab.getByRole("link", { name: "beetroot", exact: true }).click();
    await said(tab, best10);
  });
});

test("a word that no page has is named, above the pages with the others", async () => {
  await onSearchPage("?q=beetroot+zzzz", (tab) => said(tab, /^24 pages without “zzzz”\. /));
});

test("a search that cannot be loaded says so, and the next try begins with the index of now", async () => {
  let asked = 0;
  await onSearchPage(
    "?q=spade",
    async (tab) => {
      await said(tab, "The search could not be loaded. Please try again.");
      expect(await tab.locator("#site-index").isVisible()).toBe(true);
      await tab.getByRole("button", { name: "Search" }).click();
      await said(tab, /^1 page\.$/);
    },
    {
      // The first index names files of an earlier build.
      before: (tab) =>
        tab.route("**/search/index.json", async (route) => {
          const response = await route.fetch();
          const index = (await response.json()) as { word_files: string[] };
          if (asked++ === 0) index.word_files = index.word_files.map(() => "000000000000");
          await route.fulfill({ response, json: index });
        }),
    },
  );
  expect(asked).toBe(2);
});

test("on the narrowest phone nothing stands beyond the edge, in large text neither", async () => {
  const look = async (tab: Tab) => {
    await tab.locator("#results mark").first().waitFor();
    for (const size of ["", "34px"]) {
      await tab.evaluate(`document.documentElement.style.fontSize = "${size}"`);
      expect([size, await tab.evaluate("document.documentElement.scrollWidth")]).toEqual([
        size,
        320,
      ]);
    }
  };
  await onSearchPage("?q=pitchfork", look, { viewport: { width: 320, height: 700 } });
});

test("a page with results asks for ten files at most, and for six without", async () => {
  const asked: string[] = [];
  const before = async (tab: Tab) => tab.on("request", (request) => asked.push(request.url()));
  await onSearchPage("?q=spade", (tab) => said(tab, /^1 page\.$/), { before });
  expect(asked.length).toBeLessThanOrEqual(10);
  asked.length = 0;
  await onSearchPage("", (tab) => tab.waitForLoadState("networkidle"), { before });
  expect(asked.length).toBeLessThanOrEqual(6);
});

test("if the search's script cannot be loaded, the list of all pages is there", async () => {
  await onSearchPage("?q=spade", (tab) => tab.locator("#site-index a[href='/tools/']").waitFor(), {
    before: (tab) => tab.route("**/search.*.js", (route) => route.abort()),
  });
});

test("without script the page is the index of the site", async () => {
  await onSearchPage(
    "?q=spade",
    async (tab) => {
      expect(await tab.locator("#site-index a[href='/tools/']").isVisible()).toBe(true);
      expect(await tab.locator("noscript").isVisible()).toBe(true);
    },
    { javaScriptEnabled: false },
  );
});
