import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { chromium, type Browser, type LaunchOptions } from "playwright-core";

/** Starts a browser: on Linux x64 the Chromium that comes with the install, elsewhere the Chrome that is there. */
export async function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  if (process.platform !== "linux" || process.arch !== "x64") return chromium.launch({ channel: "chrome", ...options });
  const folder = await unpackedChromium();
  // Its libraries and fonts come with it. Its own list of arguments is left alone: that switches web security off.
  const env = {
    ...process.env,
    LD_LIBRARY_PATH: join(folder, "al2023/lib"),
    FONTCONFIG_FILE: join(folder, "fonts", fontsFile),
  } as Record<string, string>;
  return chromium.launch({ executablePath: join(folder, "chromium"), env, ...options });
}

const fontsFile = "here.conf";

/** The package's own configuration names folders of another machine; without any font the browser crashes at the first word. */
const fontsConfiguration = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir prefix="relative">.</dir><cachedir prefix="xdg">fontconfig</cachedir></fontconfig>
`;

/** The folder with the unpacked browser, made at the first call. Test files run side by side, so it is moved into place whole. */
async function unpackedChromium(): Promise<string> {
  const { version } = createRequire(import.meta.url)(join(packageFolder(), "package.json")) as { version: string };
  const cache = resolve(import.meta.dirname, "../../node_modules/.cache");
  const folder = join(cache, `chromium-${version}`);
  if (existsSync(folder)) return folder;
  await mkdir(cache, { recursive: true });
  const work = await mkdtemp(join(cache, "chromium-unpacking-"));
  const before = process.env.TMPDIR;
  // The package unpacks into the folder for temporary files, where programs may not be allowed to run.
  process.env.TMPDIR = work;
  try {
    const { default: packed, inflate } = await import("@sparticuz/chromium");
    await packed.executablePath();
    await inflate(join(packageFolder(), "bin/al2023.tar.br"));
    await writeFile(join(work, "fonts", fontsFile), fontsConfiguration);
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
  try {
    await rename(work, folder);
  } catch (error) {
    // Another test file was first.
    if (!existsSync(folder)) throw error;
    await rm(work, { recursive: true, force: true });
  }
  return folder;
}

function packageFolder(): string {
  return dirname(dirname(createRequire(import.meta.url).resolve("@sparticuz/chromium")));
}
