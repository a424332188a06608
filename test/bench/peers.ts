import { spawnSync } from "node:child_process";
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { project } from "../../build/pipeline/project.ts";

/** A way to build the same content: a whole process, timed from start to end. */
export interface Peer {
  name: string;
  /** Undefined where it is not installed. */
  version(): string | undefined;
  /** Returns the command that builds `content` into the new `output`; `work` is a new folder of its own. */
  prepare(
    work: string,
    content: string,
    output: string,
  ): { command: string; arguments: string[]; cwd: string };
}

const node = process.execPath;
const eleventyCommand = join(project, "node_modules/@11ty/eleventy/cmd.cjs");

/** The configurations of the others, as a user of theirs would write them. */
const configurations = join(import.meta.dirname, "peers");

const { scripts } = JSON.parse(readFileSync(join(project, "package.json"), "utf8")) as {
  scripts: { build: string };
};

const openHouse: Peer = {
  name: "Open House",
  version: () => "this checkout",
  // The very command of `npm run build`, without npm. Faults of the content are only counted.
  prepare: (_work, content, output) => ({
    command: node,
    arguments: [
      ...scripts.build.split(" ").slice(1),
      `--input=${content}`,
      `--output=${output}`,
      "--lenient",
    ],
    cwd: project,
  }),
};

const plainEleventy: Peer = {
  name: "Eleventy",
  version: () => version(node, [eleventyCommand, "--version"]),
  prepare(work, content, output) {
    cpSync(join(configurations, "eleventy"), work, { recursive: true });
    const options = [
      `--config=${join(work, "eleventy.config.mjs")}`,
      `--input=${content}`,
      `--output=${output}`,
    ];
    return { command: node, arguments: [eleventyCommand, "--quiet", ...options], cwd: work };
  },
};

const hugo: Peer = {
  name: "Hugo",
  version: () => version("hugo", ["version"])?.split(" ")[1],
  prepare(work, content, output) {
    cpSync(join(configurations, "hugo"), work, { recursive: true });
    const options = ["--quiet", "--source", work, "--contentDir", content, "--destination", output];
    return { command: "hugo", arguments: options, cwd: work };
  },
};

/** The first is Open House. */
export const peers: readonly Peer[] = [openHouse, plainEleventy, hugo];

function version(command: string, options: string[]): string | undefined {
  const { status, stdout } = spawnSync(command, options, { encoding: "utf8" });
  return status === 0 ? stdout.trim().split("\n")[0] : undefined;
}
