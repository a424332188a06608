import type { BrowserContext } from "playwright-core";
import { expect, test } from "vitest";
import { policyViolations } from "../../build/model/page-policy.ts";
import { folderOf } from "../build/folder.ts";
import { buildSite } from "../build/site.ts";
import { sharedBrowser } from "../support/browser.ts";
import { png } from "./faults-of.ts";
import { dangers, hostileFragments } from "./hostile-html.ts";

/*
 * Promise 2, judged by a browser: whatever an author writes or copies into a page, nothing of it
 * runs, and nothing but pictures of the site itself is loaded. The browser gets the pages without
 * the Content-Security-Policy, which would hide what is wrong with them.
 */

const origin = "http://house.test";

/**
 * What a page did, or would do at a click: code that ran, requests, and elements that could cause
 * either.
 */
type Effects = string[];

/** In how many windows pages are opened side by side: opening one is mostly waiting. */
const windows = 3;

/**
 * Opens pages, which are there at `/0`, `/1` and so on, and returns what each did.
 * @param patient Whether to wait for a page to do something, because some things are loaded only
 * after all else is.
 */
async function effectsOf(pages: readonly string[], patient = false): Promise<Effects[]> {
  const effects: Effects[] = pages.map(() => []);
  const numbers = pages.keys();
  await Promise.all(
    Array.from({ length: windows }, () => openEach(numbers, pages, effects, patient)),
  );
  return effects;
}

/** Opens one page after the other in a window of its own, as long as there are numbers left. */
async function openEach(
  numbers: Iterable<number>,
  pages: readonly string[],
  effects: Effects[],
  patient: boolean,
) {
  const context = await (await sharedBrowser()).newContext();
  await context.addInitScript(`globalThis.ran = () => { (top.effects ??= []).push("ran code"); };
    globalThis.alert = globalThis.ran;`);
  let current = 0;
  await answerFor(context, pages, (effect) => effects[current]?.push(effect));
  const page = await context.newPage();
  for (current of numbers) {
    await page.goto(`${origin}/${current}`, { waitUntil: "load" }).catch((error: Error) => {
      // A page that leads away at once is interrupted; the request was seen.
      if (!/interrupted|ERR_ABORTED|ERR_FAILED/.test(error.message)) throw error;
    });
    const found = effects[current] as Effects;
    const look = async () =>
      void found.push(...(await page.evaluate(audit).catch(() => ["went elsewhere"])));
    await look();
    for (let tries = 0; patient && found.length === 0 && tries < 200; tries++) await look();
  }
  await context.close();
}

/**
 * Everything is answered from here, without headers; what a page may not ask for is reported, and
 * not answered.
 */
async function answerFor(
  context: BrowserContext,
  pages: readonly string[],
  report: (effect: string) => void,
): Promise<void> {
  await context.route("**/*", async (route) => {
    const request = route.request();
    const [url, type] = [new URL(request.url()), request.resourceType()];
    const number = /^\/(\d+)$/.exec(url.pathname)?.[1];
    if (
      url.origin === origin &&
      type === "document" &&
      number !== undefined &&
      request.frame().parentFrame() === null
    )
      return route.fulfill({
        contentType: "text/html; charset=utf-8",
        body: pages[Number(number)] ?? "",
      });
    if (
      url.origin === origin &&
      url.pathname.startsWith("/assets/house/") &&
      /^(stylesheet|font)$/.test(type)
    )
      return route.fulfill({ contentType: type === "font" ? "font/woff2" : "text/css", body: "" });
    const isShown = /^(image|media|texttrack)$/.test(type) || url.pathname === "/favicon.svg";
    if (url.origin === origin && isShown)
      return url.pathname === "/pic.png"
        ? route.fulfill({ contentType: "image/png", body: png })
        : route.abort();
    report(`asked for ${request.url()} (${type})`);
    if (url.origin === origin && url.pathname === "/x.js")
      return route.fulfill({ contentType: "text/javascript", body: "ran()" });
    return route.abort();
  });
}

/**
 * Run in the browser, in a page that is loaded: what it did, and what is in it that could run or
 * load something later.
 */
async function audit(): Promise<string[]> {
  await new Promise((resolve) => setTimeout(resolve, 20));
  const found = [...new Set((globalThis as { effects?: string[] }).effects ?? [])];
  // The site's own.
  const search = document.querySelector("body > header form[role=search][action='/search/']");
  const look = (root: Document | DocumentFragment): void => {
    for (const element of root.querySelectorAll("*")) {
      if (element === search) continue;
      const name = element.localName;
      const type = element.getAttribute("type") ?? "";
      if (name === "script" && !/^application\/ld\+json$/.test(type)) found.push("has a script");
      if (/^(iframe|frame|object|embed|base|style|form|portal)$/.test(name))
        found.push(`has <${name}>`);
      if (name === "meta" && element.hasAttribute("http-equiv"))
        found.push("has a meta element like a header");
      if (name === "link" && element.parentElement !== document.head)
        found.push("has a link element");
      for (const { name: attribute, value } of element.attributes) {
        if (
          /^on/i.test(attribute) ||
          /^(formaction|ping|srcdoc|srcset|attributionsrc)$/i.test(attribute)
        )
          found.push(`has the attribute ${attribute}`);
        const runs = /^(javascript|vbscript|data|blob):$/.test(
          URL.parse(value, document.baseURI)?.protocol ?? "",
        );
        const address = /^(href|xlink:href|src|action|data)$/i.test(attribute);
        if (address && runs && !/^\s*data:image\//.test(value))
          found.push(`has code as the address in ${attribute}`);
      }
      if (/href$/i.test(element.getAttribute("attributeName") ?? ""))
        found.push("changes an address");
      if (element instanceof HTMLTemplateElement) look(element.content);
      if (element.shadowRoot) look(element.shadowRoot as unknown as DocumentFragment);
    }
  };
  look(document);
  return found;
}

/** Pages as they are published, each made of one text. */
async function built(texts: readonly string[]): Promise<string[]> {
  const files = texts.map((text, number): [string, string] => [
    `f/${number}.md`,
    `# Page\n\n${text}\n`,
  ]);
  const input = folderOf({ "index.md": "# Home\n", "pic.png": png, ...Object.fromEntries(files) });
  const { html } = await buildSite({ input, lenient: true });
  return texts.map((_, number) => html.get(`/f/${number}/`) as string);
}

/** The texts whose pages have an effect once they are built, and what they do. */
async function withEffects(texts: readonly string[]): Promise<[string, Effects | undefined][]> {
  const effects = await effectsOf(await built(texts));
  return texts
    .map((text, n): [string, Effects | undefined] => [text, effects[n]])
    .filter(([, did]) => did?.length);
}

/**
 * How many fragments made by chance to try, a twelfth of them raw. The same seed gives the same
 * ones.
 */
const [chances, seed] = [3_000, 20_261_122];

const raw = (text: string) =>
  `<!doctype html><html lang="en"><head><title>x</title></head><body><div><p>${text}`;
const foreign = (address: string) => URL.parse(address, origin)?.origin !== origin;

test("each of the known dangers is one, as long as nothing is done about it, and is seen by `verify`", async () => {
  const effects = await effectsOf(dangers.map(raw), true);
  expect(dangers.filter((_, number) => effects[number]?.length === 0)).toEqual([]);
  expect(
    dangers.filter((text) => policyViolations(raw(text), false, foreign).length === 0),
  ).toEqual([]);
});

test("whatever else a browser does with a page, `verify` sees something in it, and nothing in pages that were built", async () => {
  const fragments = hostileFragments(Math.ceil(chances / 12), seed + 1);
  const effects = await effectsOf(fragments.map(raw));
  const did = fragments.filter((_, number) =>
    effects[number]?.some((effect) => /^(ran|asked|went)/.test(effect)),
  );
  expect(did.length).toBeGreaterThan(fragments.length / 12);
  expect(did.filter((text) => policyViolations(raw(text), false, foreign).length === 0)).toEqual(
    [],
  );
  const pages = await built([...dangers, ...fragments]);
  expect(pages.flatMap((page) => policyViolations(page, false, foreign))).toEqual([]);
});

test("none of them runs or loads anything in a page that was built", async () => {
  // On lines of their own, in a line of text, in a quote, in a list, in a cell of a table, and
  // inside of an element.
  const places = ["@", "Text @ text.", "> @", "- @", "| a |\n| - |\n| @ |", "<div>\n@\n</div>"];
  const around = places.join("\n\nText.\n\n");
  const texts = dangers.map((danger) => around.replaceAll("@", () => danger));
  expect(await withEffects(texts)).toEqual([]);
});

test("nor do many fragments made by chance, beside each other", async () => {
  const fragments = hostileFragments(chances, seed);
  const texts = Array.from({ length: fragments.length / 30 }, (_, page) =>
    fragments.slice(page * 30, page * 30 + 30).join("\n\nText.\n\n"),
  );
  expect(await withEffects(texts)).toEqual([]);
});
