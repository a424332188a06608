import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { readArguments, run } from "../../build/cli/arguments.ts";
import { startPreview } from "../../build/server/preview.ts";
import { launchBrowser } from "./chromium.ts";

/** Where README.md has its pictures. */
const folder = resolve(import.meta.dirname, "../../.github");

/** What README.md shows: the top of the home page as on a laptop, in CSS pixels. */
const view = { width: 1280, height: 800 };

/**
 * Takes the pictures of README.md: the home page of the production build in light and in dark, as
 * `picture-light.webp` and `picture-dark.webp`. Prints the size of each.
 */
export async function main(argv: readonly string[]): Promise<void> {
  const usage = "npm run picture";
  readArguments(argv, {}, usage);
  const work = await mkdtemp(join(tmpdir(), "open-house-picture-"));
  const preview = await startPreview({
    port: 0,
    output: join(work, "site"),
    data: join(work, "data"),
  });
  const browser = await launchBrowser();
  try {
    for (const scheme of ["light", "dark"] as const) {
      const context = await browser.newContext({
        viewport: view,
        colorScheme: scheme,
        reducedMotion: "reduce",
      });
      const page = await context.newPage();
      await page.goto(`${preview.origin}/`, { waitUntil: "networkidle" });
      // Playwright itself takes PNG and JPEG only.
      const session = await context.newCDPSession(page);
      const { data } = await session.send("Page.captureScreenshot", {
        format: "webp",
        quality: 80,
      });
      const file = join(folder, `picture-${scheme}.webp`);
      const picture = Buffer.from(data, "base64");
      await writeFile(file, picture);
      console.log(`${relative(process.cwd(), file)}: ${(picture.length / 1000).toFixed(1)} kB`);
      await context.close();
    }
  } finally {
    await browser.close();
    await preview.stop();
    await rm(work, { recursive: true, force: true });
  }
}

if (import.meta.main) await run(main);
