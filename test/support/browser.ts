import type { Browser } from "playwright-core";
import { launchBrowser } from "../../build/cli/bench/browser.ts";

let browser: Promise<Browser> | undefined;

/**
 * A browser for all test files of a worker, with which it ends. A test closes the context that it opens.
 * It knows WebMCP, which Chromium has only where it is switched on.
 */
export function sharedBrowser(): Promise<Browser> {
  return (browser ??= launchBrowser({ args: ["--enable-features=WebMCP"] }));
}
