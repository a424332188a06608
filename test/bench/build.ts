import { mkdtempSync, rmSync, statfsSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { generate } from "./generate.ts";
import { median, type Run, runOnce, sizeOf, withFolder } from "./measure.ts";
import { type Peer, peers } from "./peers.ts";

interface BuildBenchOptions {
  /** Numbers of pages. */
  sizes: readonly number[];
  /** Builds of each peer at each size. */
  rounds: number;
  /** Where contents and outputs go. In a file system in memory, the speed of the disk does not matter. */
  folder: string;
}

/** What Linux calls a file system in memory (statfs(2)). */
const tmpfs = 0x0102_1994;

/**
 * Times whole builds of the same content by every peer that is installed, in turn, each into a fresh folder. On a disk
 * nothing is deleted before the end: on ext4, creating thousands of files right after deleting thousands is ten times
 * slower, and the figures would be wrong.
 */
export async function benchBuild(
  { sizes, rounds, folder }: BuildBenchOptions,
  print: (line: string) => void,
): Promise<void> {
  const present = peers.flatMap((peer) => {
    const version = peer.version();
    if (version === undefined) print(`${peer.name} is not installed here and is left out.`);
    return version === undefined ? [] : [{ peer, version }];
  });
  await withFolder(folder, async (work) => {
    const inMemory = statfsSync(work).type === tmpfs;
    print(
      `${cpus().length} cores (${cpus()[0]?.model ?? "unknown"}), Node ${process.versions.node}, ` +
        `files ${inMemory ? "in memory" : "on disk"}, medians of ${rounds} rounds.`,
    );
    print(`Compared: ${present.map(({ peer, version }) => `${peer.name} ${version} (${peer.makes})`).join("; ")}.`);
    print("The ratio is Open House's time to the other's in the same round; above 1, the other is faster.\n");
    print("| pages | built by | seconds | ratio | CPU seconds | ms a page | peak MB | files | MB written |");
    print("|---:|---|---:|---:|---:|---:|---:|---:|---:|");
    const bench: Bench = { work, inMemory, present: present.map(({ peer }) => peer) };
    await benchRounds(bench, 20, 1); // not printed: it fills the caches that all later builds use
    for (const size of sizes) for (const line of await benchRounds(bench, size, rounds)) print(line);
  });
}

interface Bench {
  /** Where contents and outputs go, and whether that is in memory. */
  work: string;
  inMemory: boolean;
  /** The peers that are installed. */
  present: readonly Peer[];
}

/** One peer's build, with what it wrote. */
interface Measured extends Run {
  files: number;
  bytes: number;
}

/** Builds content of a size by every peer, each round in another order. Returns the lines of a table. */
async function benchRounds(bench: Bench, size: number, rounds: number): Promise<string[]> {
  const { work, present } = bench;
  const content = join(work, `content-${size}`);
  generate(content, size);
  const runs = new Map<Peer, Measured[]>(present.map((peer) => [peer, []]));
  for (let round = 0; round < rounds; round++) {
    const first = round % present.length;
    for (const peer of [...present.slice(first), ...present.slice(0, first)])
      runs.get(peer)?.push(await runPeer(bench, peer, content));
  }
  return present.map((peer) => row(size, peer, runs.get(peer) ?? [], runs.get(present[0] as Peer) ?? []));
}

async function runPeer({ work, inMemory }: Bench, peer: Peer, content: string): Promise<Measured> {
  const folder = mkdtempSync(join(work, "run-"));
  const output = join(folder, "output");
  const run = await runOnce(peer.prepare(join(folder, "work"), content, output));
  const size = sizeOf(output);
  if (inMemory) rmSync(output, { recursive: true });
  return { ...run, ...size };
}

function row(size: number, peer: Peer, runs: readonly Measured[], ours: readonly Measured[]): string {
  const seconds = median(runs.map((run) => run.seconds));
  const ratio = median(runs.map((run, round) => (ours[round] as Measured).seconds / run.seconds));
  const cpu = median(runs.map((run) => run.cpu));
  const memory = Math.max(...runs.map(({ megabytes }) => megabytes));
  const { files, bytes } = runs[0] as Measured;
  const each = ((seconds / size) * 1000).toFixed(3);
  const cells = [
    seconds.toFixed(2),
    ratio.toFixed(2),
    cpu.toFixed(1),
    each,
    memory.toFixed(0),
    files,
    (bytes / 1e6).toFixed(0),
  ];
  return `| ${[size, peer.name, ...cells].join(" | ")} |`;
}
