import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { startPreview } from "../../server/preview.ts";
import { launchBrowser } from "./browser.ts";
import { median, withFolder } from "./measure.ts";
import { benchVisits } from "./visits.ts";

/** One page of each kind, of the sample site. */
const kinds = [
  "/",
  "/realms/",
  "/realms/download/",
  "/notes/",
  "/notes/one-small-question/",
  "/manifesto/",
  "/guestbook/",
  "/api/",
  "/corpus/",
  "/search/",
];

/** A phone on a slow connection: Lighthouse's profile "slow 4G", and a quarter of this machine's processor speed. */
const phone = {
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (0.75 * 1024 * 1024) / 8,
  offline: false,
};

interface Visit {
  requests: number;
  /** As transferred: compressed, with headers. */
  bytes: number;
  /** Milliseconds from navigation to the first contentful paint. */
  first_render: number;
  /** Cumulative layout shift. */
  shift: number;
}

/** What it costs people to read, and programs to have all of a site and to keep it up to date. */
export async function benchReaders(
  { sizes, rounds, folder }: { sizes: readonly number[]; rounds: number; folder: string },
  print: (line: string) => void,
): Promise<void> {
  await withFolder(tmpdir(), (work) => benchPeople(work, rounds, print));
  await benchVisits({ sizes, folder }, print);
}

/**
 * Loads a page of each kind in a real browser as a phone would, with an empty cache. Prints requests, bytes and the
 * time to the first render.
 */
async function benchPeople(work: string, rounds: number, print: (line: string) => void): Promise<void> {
  const server = await startPreview({ port: 0, output: join(work, "site"), data: join(work, "data") });
  const browser = await launchBrowser();
  try {
    print("| page | requests | KB transferred | first render, ms | layout shift |\n|---|---:|---:|---:|---:|");
    for (const path of kinds) {
      const visits: Visit[] = [];
      for (let round = 0; round < rounds; round++) visits.push(await visit(browser, server.origin + path));
      const first = visits[0] as Visit;
      const render = median(visits.map(({ first_render }) => first_render)).toFixed(0);
      const shift = Math.max(...visits.map((visited) => visited.shift)).toFixed(3);
      print(`| ${path} | ${first.requests} | ${(first.bytes / 1000).toFixed(1)} | ${render} | ${shift} |`);
    }
  } finally {
    await browser.close();
    await server.stop();
  }
}

async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const sizes: number[] = [];
    session.on("Network.loadingFinished", ({ encodedDataLength }) => sizes.push(encodedDataLength));
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", phone);
    await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    await page.goto(url, { waitUntil: "networkidle" });
    const timing = await page.evaluate(async () => {
      const paint = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0;
      const shifts = await new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) sum += entry.value;
        }).observe({ type: "layout-shift", buffered: true });
        setTimeout(() => resolve(sum), 100);
      });
      return { paint, shifts };
    });
    return {
      requests: sizes.length,
      bytes: sizes.reduce((sum, size) => sum + size, 0),
      first_render: timing.paint,
      shift: timing.shifts,
    };
  } finally {
    await context.close();
  }
}
