import { mkdtempSync, rmSync, statfsSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { generate } from "./generate.ts";
import { median, type Run, runOnce, withFolder } from "./measure.ts";
import { type Peer, peers } from "./peers.ts";

interface BuildBenchOptions {
  /** Numbers of pages. */
  sizes: readonly number[];
  /** Builds of each peer at each size. */
  rounds: number;
  /**
   * Where contents and outputs go. In a file system in memory, the speed of the disk does not
   * matter.
   */
  folder: string;
}

/** What Linux calls a file system in memory (statfs(2)). */
const tmpfs = 0x0102_1994;

/**
 * Times whole builds of the same content by every peer that is installed, in turn, each into a
 * fresh folder. On a disk nothing is deleted before the end: on ext4, creating thousands of files
 * right after deleting thousands is ten times slower, and the figures would be wrong.
 */
export async function benchBuild(
  { sizes, rounds, folder }: BuildBenchOptions,
  print: (line: string) => void,
): Promise<void> {
  const present = peers.filter(({ name, version }) => {
    print(`${name}: ${version() ?? "is not installed here and is left out"}.`);
    return version() !== undefined;
  });
  await withFolder(folder, async (work) => {
    const inMemory = statfsSync(work).type === tmpfs;
    print(
      `${cpus().length} cores (${cpus()[0]?.model ?? "unknown"}), Node ${process.versions.node}, ` +
        `files ${inMemory ? "in memory" : "on disk"}, medians of ${rounds} rounds.`,
    );
    print(
      "The ratios are of Open House's time, and of its seconds of all processors, to the other's in the same round.\n",
    );
    print(
      "| pages | built by | seconds | ratio | CPU ratio | peak MB |\n|---:|---|---:|---:|---:|---:|",
    );
    const bench: Bench = { work, inMemory, present };
    await benchRounds(bench, 20, 1); // not printed: it fills the caches that all later builds use
    for (const size of sizes)
      for (const line of await benchRounds(bench, size, rounds)) print(line);
  });
}

interface Bench {
  /** Where contents and outputs go, and whether that is in memory. */
  work: string;
  inMemory: boolean;
  /** The peers that are installed. */
  present: readonly Peer[];
}

/**
 * Builds content of a size by every peer, each round in another order. Returns the lines of a
 * table.
 */
async function benchRounds(bench: Bench, size: number, rounds: number): Promise<string[]> {
  const { work, present } = bench;
  const content = join(work, `content-${size}`);
  generate(content, size);
  const runs = new Map<Peer, Run[]>(present.map((peer) => [peer, []]));
  for (let round = 0; round < rounds; round++) {
    const first = round % present.length;
    for (const peer of [...present.slice(first), ...present.slice(0, first)])
      runs.get(peer)?.push(await runPeer(bench, peer, content));
  }
  return present.map((peer) =>
    row(size, peer, runs.get(peer) ?? [], runs.get(present[0] as Peer) ?? []),
  );
}

async function runPeer({ work, inMemory }: Bench, peer: Peer, content: string): Promise<Run> {
  const folder = mkdtempSync(join(work, "run-"));
  const output = join(folder, "output");
  const run = await runOnce(peer.prepare(join(folder, "work"), content, output));
  if (inMemory) rmSync(output, { recursive: true });
  return run;
}

function row(size: number, peer: Peer, runs: readonly Run[], ours: readonly Run[]): string {
  const ratioOf = (key: "seconds" | "cpu") =>
    median(runs.map((run, round) => (ours[round] as Run)[key] / run[key])).toFixed(2);
  const seconds = median(runs.map((run) => run.seconds)).toFixed(2);
  const memory = Math.max(...runs.map(({ megabytes }) => megabytes)).toFixed(0);
  return `| ${[size, peer.name, seconds, ratioOf("seconds"), ratioOf("cpu"), memory].join(" | ")} |`;
}
