import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { launchBrowser } from "./chromium.ts";

let browser: Promise<Browser> | undefined;

/**
 * A browser for all test files of a worker, with which it ends. A test closes the context that it
 * opens.
 */
export function sharedBrowser(): Promise<Browser> {
  return (browser ??= launchBrowser());
}

const tabs = new Map<string, Promise<Page>>();

/**
 * The tab with these options, at an address that it has just loaded. Tests use it one after the
 * other, because a new one costs half a second; of the test before nothing is left but what the
 * browser cached.
 */
export async function tabAt(address: string, options: BrowserContextOptions = {}): Promise<Page> {
  const key = JSON.stringify(options);
  const opening = tabs.get(key) ?? sharedBrowser().then((shared) => shared.newPage(options));
  tabs.set(key, opening);
  const tab = await opening;
  for (const event of ["console", "pageerror", "request", "response"])
    tab.removeAllListeners(event);
  await tab.unrouteAll();
  await tab.emulateMedia({ media: null });
  if (options.viewport) await tab.setViewportSize(options.viewport);
  await tab.goto("about:blank"); // to another fragment of the same page a browser would only scroll
  await tab.goto(address);
  return tab;
}
