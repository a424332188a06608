import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { type Browser, chromium, type LaunchOptions } from "playwright-core";

const comesWithTheInstall = process.platform === "linux" && process.arch === "x64";

/**
 * Starts a browser: on Linux x64 the Chromium that comes with the install, elsewhere the Chrome
 * that is there.
 */
export async function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  if (!comesWithTheInstall) return chromium.launch({ channel: "chrome", ...options });
  const folder = await unpackedChromium();
  // Its libraries and fonts come with it. Its own list of arguments is left alone: that switches
  // web security off.
  const env = {
    ...process.env,
    LD_LIBRARY_PATH: join(folder, "al2023/lib"),
    FONTCONFIG_FILE: join(folder, "fonts", fontsFile),
  } as Record<string, string>;
  return chromium.launch({ executablePath: join(folder, "chromium"), env, ...options });
}

const fontsFile = "here.conf";

/**
 * The package's configuration names folders that do not exist here, and without a font the browser
 * crashes.
 */
const fontsConfiguration = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir prefix="relative">.</dir><cachedir prefix="xdg">fontconfig</cachedir></fontconfig>
`;

/** Unpacks the browser if it is not yet unpacked, which takes some seconds. */
export async function prepareBrowser(): Promise<void> {
  if (comesWithTheInstall) await unpackedChromium();
}

/** The folder with the unpacked browser, made at the first call and moved into place whole. */
async function unpackedChromium(): Promise<string> {
  const { version } = createRequire(import.meta.url)(join(packageFolder(), "package.json")) as {
    version: string;
  };
  const cache = resolve(import.meta.dirname, "../../node_modules/.cache");
  const folder = join(cache, `chromium-${version}`);
  if (existsSync(folder)) return folder;
  await mkdir(cache, { recursive: true });
  const work = await mkdtemp(join(cache, "chromium-unpacking-"));
  try {
    const script = join(import.meta.dirname, "unpack-chromium.ts");
    // In the system's own folder for temporary files, programs may not be allowed to run.
    const env = { ...process.env, TMPDIR: work };
    await promisify(execFile)(process.execPath, [script, packageFolder()], { env });
    await writeFile(join(work, "fonts", fontsFile), fontsConfiguration);
    await rename(work, folder);
  } catch (error) {
    await rm(work, { recursive: true, force: true });
    // Another process may have been first.
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

function packageFolder(): string {
  return dirname(dirname(createRequire(import.meta.url).resolve("@sparticuz/chromium")));
}
