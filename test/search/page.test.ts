import type { BrowserContextOptions, Page as Tab } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { folderOf } from "../build/folder.ts";
import { sharedBrowser, tabAt } from "../support/browser.ts";
import { startServer, type TestServer } from "../support/server.ts";

// The search page in a real browser, with the real index.

const hostile = '<img src=x onerror="document.title=1">';
const files = Object.fromEntries([
  ["index.md", "# Home\n\nWelcome.\n"],
  ...Array.from({ length: 24 }, (_, n) => [
    `beds/bed-${n}.md`,
    `---\ndescription: Short.\n---\n\n# Bed ${n}\n\nBeetroot grows in bed ${n}.${" It is dug and raked.".repeat(9)}\n`,
  ]),
  ["odd.md", `---\ntitle: ${JSON.stringify(hostile)}\n---\n\n\`\`\`html\n${hostile} wheelbarrow\n\`\`\`\n`],
  ["tools.md", `# Tools\n\n${"A shed is needed. ".repeat(40)}\n\n## In the shed\n\nThe Spáde hangs by the door.\n`],
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

/** Does something on the search page; in a tab of its own, with nothing cached, if there is something to do before. */
async function onSearchPage<T>(
  query: string,
  look: (tab: Tab) => Promise<T>,
  { before, ...options }: BrowserContextOptions & { before?: (tab: Tab) => Promise<unknown> } = {},
): Promise<T> {
  const address = `${server.origin}/search/${query}`;
  if (!before) return look(await tabAt(address, { viewport: { width: 1000, height: 900 }, ...options }));
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
const field = (tab: Tab) => tab.getByRole("searchbox");
const titles = (tab: Tab) => tab.locator("#results li > a").allTextContents();

test("an address with words shows the count, the page, and the passage with the words marked", async () => {
  await onSearchPage("?q=spade", async (tab) => {
    await said(tab, /^One page\.$/);
    expect(await titles(tab)).toEqual(["Tools"]);
    const place = tab.locator("#results .place a");
    await place.waitFor();
    expect(await tab.locator("#results .passage").innerHTML()).toBe("The <mark>Spáde</mark> hangs by the door.");
    expect([await place.textContent(), await place.getAttribute("href")]).toEqual([
      "In the shed",
      "/tools/#in-the-shed:~:text=The-,Sp%C3%A1de,-hangs%20by%20the%20door",
    ]);
    expect(await tab.locator("#results li > a").getAttribute("href")).toBe(
      "/tools/#:~:text=The-,Sp%C3%A1de,-hangs%20by%20the%20door",
    );
    expect(await tab.locator("#site-index").isVisible()).toBe(false);
  });
});

test("what is typed is searched, kept in the address, and undone by Back", async () => {
  await onSearchPage("", async (tab) => {
    await field(tab).pressSequentially("spade");
    await said(tab, /^One page\.$/);
    expect(new URL(tab.url()).search).toBe("?q=spade");
    await field(tab).press("Enter"); // all that is typed until then is one step of the history
    await field(tab).fill("beetroot");
    await field(tab).press("Enter");
    await said(tab, /^24 pages\.$/);
    expect(new URL(tab.url()).search).toBe("?q=beetroot");
    await tab.locator("#results li > a").first().click();
    await tab.waitForURL("**/beds/**");
    await tab.goBack();
    await said(tab, /^24 pages\.$/);
    await tab.goBack();
    await said(tab, /^One page\.$/);
    expect(await field(tab).inputValue()).toBe("spade");
    await tab.goBack();
    await tab.locator("#site-index").waitFor();
    expect([await field(tab).inputValue(), new URL(tab.url()).search]).toEqual(["", ""]);
  });
});

test("the keyboard alone leads from the field to the results and on to more", async () => {
  await onSearchPage("", async (tab) => {
    await field(tab).focus();
    await tab.keyboard.type("beetroot");
    await tab.keyboard.press("Enter");
    await said(tab, /^24 pages\.$/);
    await tab.keyboard.press("Tab");
    await tab.keyboard.press("Tab");
    expect(await tab.evaluate("document.activeElement.closest('#results') !== null")).toBe(true);
    const more = tab.getByRole("button", { name: "Show more" });
    await more.focus();
    await tab.keyboard.press("Enter");
    await tab.locator("#results li").nth(19).waitFor();
    expect(
      await tab.evaluate("[...document.querySelectorAll('#results li > a')].indexOf(document.activeElement)"),
    ).toBe(10);
    await more.press("Enter");
    await tab.locator("#results li").nth(23).waitFor();
    expect([new Set(await titles(tab)).size, await more.isVisible()]).toEqual([24, false]);
  });
});

test("where only code and the title have the word, the description stays, and the link leads to the page", async () => {
  const look = async (tab: Tab) => {
    await tab.locator("#results .place a").waitFor();
    const read = (selector: string) => tab.locator(`#results ${selector}`).textContent();
    return [await read(".passage"), await read(".place"), await tab.locator("#results li > a").getAttribute("href")];
  };
  expect(await onSearchPage("?q=compost", look)).toEqual(["What becomes of leaves.", "Also inBy hand", "/compost/"]);
  expect((await onSearchPage("?q=slowly", look))[0]).toBe("turn compost --slowly");
});

test("a link to a part leads there, and one whose words the browser does not find any more too", async () => {
  await onSearchPage("?q=spade", async (tab) => {
    const place = tab.locator("#results .place a");
    await place.waitFor();
    await place.evaluate((link: HTMLAnchorElement) => (link.href = link.href.replace("hangs", "stands")));
    await place.click();
    await tab.locator("#in-the-shed:target").waitFor();
    expect(await tab.evaluate("location.hash")).toBe("#in-the-shed");
  });
});

test("where a browser does not know how to mark words, links have no directive", async () => {
  await onSearchPage(
    "?q=spade",
    async (tab) => {
      const place = tab.locator("#results .place a");
      await place.waitFor();
      expect([await tab.locator("#results li > a").getAttribute("href"), await place.getAttribute("href")]).toEqual([
        "/tools/",
        "/tools/#in-the-shed",
      ]);
    },
    { before: (tab) => tab.addInitScript("delete Document.prototype.fragmentDirective") },
  );
});

test("arrow keys, Home and End move between field and results, Escape leads back, and the field keeps its own keys", async () => {
  await onSearchPage("?q=beetroot", async (tab) => {
    await said(tab, /^24 pages\.$/);
    const at = () =>
      tab.evaluate(() => {
        const stops = [...document.querySelectorAll("#results li > a, #results > button")];
        return document.activeElement?.id || stops.indexOf(document.activeElement as Element);
      });
    await field(tab).focus();
    const press = async (...keys: string[]) => {
      for (const key of keys) await tab.keyboard.press(key);
      return at();
    };
    expect(await press("ArrowUp", "End", "Home")).toBe("q");
    expect(await press("ArrowDown")).toBe(0);
    expect(await press("ArrowDown", "ArrowDown")).toBe(2);
    expect(await press("ArrowUp")).toBe(1);
    expect(await press("End")).toBe(10); // the button for more
    expect(await press("ArrowDown")).toBe(10);
    expect(await press("Home")).toBe(0);
    expect(await press("ArrowUp")).toBe("q");
    expect(await press("ArrowDown", "Escape")).toBe("q");
    expect(await field(tab).inputValue()).toBe("beetroot");
    expect(await press("ArrowDown", "Alt+ArrowDown")).toBe(0);
    await tab.keyboard.press("Enter");
    await tab.waitForURL("**/beds/**");
  });
});

test("Back leads the keyboard to the result from which it left, and to none that was clicked", async () => {
  const focused = "document.activeElement.closest('li')?.querySelector('a').textContent ?? null";
  await onSearchPage("?q=beetroot", async (tab) => {
    await said(tab, /^24 pages\.$/);
    const title = (await titles(tab))[1];
    await tab.locator("#results li > a").nth(1).click();
    await tab.waitForURL("**/beds/**");
    await tab.goBack();
    await said(tab, /^24 pages\.$/);
    expect(await tab.evaluate(focused)).toBeNull();
    await field(tab).focus();
    for (const key of ["ArrowDown", "ArrowDown", "Enter"]) await tab.keyboard.press(key);
    await tab.waitForURL("**/beds/**");
    await tab.goBack();
    await expect.poll(() => tab.evaluate(focused)).toBe(title);
  });
});

test("only the sentence is announced, and what is on the page stays text", async () => {
  await onSearchPage("?q=wheelbarrow", async (tab) => {
    await said(tab, /^One page\.$/);
    await tab.locator(".passage mark").waitFor();
    expect(await titles(tab)).toEqual([hostile]);
    expect(await tab.locator("#results .passage").textContent()).toContain(hostile);
    expect(await tab.locator("#results img, #results script").count()).toBe(0);
    expect(await tab.title()).not.toBe("1");
    expect(await tab.getByRole("status").textContent()).toBe("One page.");
  });
});

test("a word with a typing error leads to the right one", async () => {
  await onSearchPage("?q=betroot", async (tab) => {
    await said(tab, /^Nothing was found\. All pages are listed below\.$/);
    expect(await tab.locator("#site-index").isVisible()).toBe(true);
    await field(tab).focus();
    await tab.keyboard.press("ArrowDown");
    expect(await tab.evaluate("document.activeElement.textContent")).toBe("beetroot");
    await tab.keyboard.press("Enter");
    await said(tab, /^24 pages\.$/);
  });
});

test("a word that no page has is named, above the pages with the others", async () => {
  await onSearchPage("?q=beetroot+zzzz", (tab) => said(tab, "No page has “zzzz”. 24 pages have the others."));
});

test("a search that cannot be loaded says so, and can be tried again", async () => {
  const files = "**/search/words/*.json";
  await onSearchPage(
    "?q=spade",
    async (tab) => {
      await said(tab, "The search could not be loaded.");
      expect(await tab.locator("#site-index").isVisible()).toBe(true);
      await tab.unroute(files);
      await tab.getByRole("button", { name: "Try again" }).click();
      await said(tab, /^One page\.$/);
    },
    { before: (tab) => tab.route(files, (route) => route.abort()) },
  );
});

test("an index of an earlier build is replaced by the one of now", async () => {
  let asked = 0;
  await onSearchPage("?q=spade", (tab) => said(tab, /^One page\.$/), {
    before: (tab) =>
      tab.route("**/search/index.json", async (route) => {
        const response = await route.fetch();
        const index = (await response.json()) as { word_files: string[] };
        if (asked++ === 0) index.word_files = index.word_files.map(() => "000000000000");
        await route.fulfill({ response, json: index });
      }),
  });
  expect(asked).toBe(2);
});

test.each([
  ["on the narrowest phone", ""],
  ["in large text there", "34px"],
])("%s nothing stands beyond the edge", async (_, size) => {
  await onSearchPage(
    "?q=pitchfork",
    async (tab) => {
      await tab.locator(".passage mark").first().waitFor();
      await tab.evaluate(`document.documentElement.style.fontSize = "${size}"`);
      expect(await tab.evaluate("document.documentElement.scrollWidth")).toBe(320);
    },
    { viewport: { width: 320, height: 700 } },
  );
});

/** Where the results are to come, the list that they replace is not shown before. */
const isListShown =
  "document.querySelector('#results li') === null && document.querySelector('#site-index').offsetHeight > 0";

test.each([
  ["many results", "?q=beetroot", /^24 pages\.$/],
  ["few", "?q=spade", /^One page\.$/],
  ["none", "?q=zzzz", /^Nothing was found/],
])("nothing moves while %s come, however late, and the page was drawn before", async (_, query, sentence) => {
  for (const size of [
    { width: 320, height: 640 },
    { width: 1350, height: 940 },
  ])
    await onSearchPage(
      query,
      async (tab) => {
        await said(tab, sentence);
        if (!query.includes("z")) await tab.locator("#results .passage mark").first().waitFor();
        await tab.waitForTimeout(100);
        expect(await tab.evaluate("window.seen")).toEqual({ shifts: [], list: false });
      },
      {
        before: async (tab) => {
          await tab.setViewportSize(size);
          await tab.addInitScript(() => {
            const seen = Object.assign(window, { seen: { shifts: [] as object[], list: true } }).seen;
            new PerformanceObserver((list) => {
              for (const { startTime, value } of list.getEntries() as (PerformanceEntry & { value: number })[])
                seen.shifts.push({ startTime, value });
            }).observe({ type: "layout-shift", buffered: true });
          });
          await tab.route("**/search/*/*.json", async (route) => {
            // Only once something is on the screen the search goes on.
            const painted = () => tab.evaluate("performance.getEntriesByType('paint').length");
            await expect.poll(painted, { timeout: 60_000 }).toBeGreaterThan(0);
            await tab.evaluate(`window.seen.list = ${isListShown}`);
            await route.continue();
          });
        },
      },
    );
});

test("if the search's script cannot be loaded, that is said, and the list of all pages is there", async () => {
  await onSearchPage(
    "?q=spade",
    async (tab) => {
      await said(tab, "The search could not be loaded. All pages are listed below.");
      expect(await tab.locator("#site-index").isVisible()).toBe(true);
    },
    { before: (tab) => tab.route("**/passages.*.js", (route) => route.abort()) },
  );
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
