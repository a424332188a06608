import { execFile } from "node:child_process";
import { cpSync, readFileSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { folderOf, putFiles } from "./folder.ts";
import { sampleContent } from "./site.ts";

const run = promisify(execFile);
const project = resolve(import.meta.dirname, "../..");

/** What a command printed, and how it ended. */
export interface Ended {
  code: number;
  printed: string;
}

/**
 * A copy of the whole project with files of an author in it, such as `site/list.njk`: only there
 * are templates run.
 * @param files One by one, or the path of a folder.
 */
export function projectWith(files: string | Readonly<Record<string, string>>) {
  const folder = folderOf();
  for (const name of [".eleventy.ts", "package.json", "netlify.toml", "functions", "build"])
    cpSync(join(project, name), join(folder, name), { recursive: true });
  cpSync(sampleContent, join(folder, "site"), { recursive: true });
  symlinkSync(join(project, "node_modules"), join(folder, "node_modules"));
  if (typeof files === "string") cpSync(files, folder, { recursive: true });
  else putFiles(folder, files);
  const node = async (...command: string[]): Promise<Ended> => {
    // In the project's own compile cache each copy would leave files that no other run finds again.
    const env = {
      ...process.env,
      OPEN_HOUSE_BASE_URL: "https://house.example",
      NODE_COMPILE_CACHE: join(tmpdir(), "compile"),
    };
    const options = { cwd: folder, env };
    try {
      const { stdout, stderr } = await run(
        process.execPath,
        ["--disable-warning=ExperimentalWarning", ...command],
        options,
      );
      return { code: 0, printed: stdout + stderr };
    } catch (error) {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return { code, printed: stdout + stderr };
    }
  };
  return {
    folder,
    /** `npm run build`, without npm. */
    build: (...options: string[]) => node("build/cli/build.ts", ...options),
    /** `npx eleventy --config=.eleventy.ts`. */
    eleventy: (...options: string[]) =>
      node("node_modules/@11ty/eleventy/cmd.cjs", "--config=.eleventy.ts", ...options),
    /** `npm run preview` and `npm run verify` at its address. */
    async verify(): Promise<Ended> {
      const shown = `import { startPreview } from "./build/server/preview.ts"; import { spawn } from "node:child_process";
        const { origin, stop } = await startPreview({ port: 0, data: "blobs" });
        const { promise, resolve } = Promise.withResolvers();
        spawn(process.execPath, ["build/cli/verify.ts", origin], { stdio: "inherit" }).once("exit", resolve);
        process.exitCode = await promise; await stop();`;
      return node("--input-type=module", "--eval", shown);
    },
    /** A file of the built site. */
    text: (path: string, output = "_site") => readFileSync(join(folder, output, path), "utf8"),
    /** Adds lines to `.eleventy.ts`, where it says that an author's own go. */
    configure(lines: string, imports = "") {
      const file = join(folder, ".eleventy.ts");
      const text = readFileSync(file, "utf8");
      const place = "  // Your plugins, filters";
      if (!text.includes(place)) throw new Error(`.eleventy.ts has no place for plugins: ${place}`);
      putFiles(folder, {
        ".eleventy.ts":
          imports +
          text.replace(/( {2}\/\/ Your plugins, filters.*\n)/, (line) => `${line}${lines}\n`),
      });
    },
  };
}
