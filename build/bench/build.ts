import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { generate } from "./generate.ts";
import { median, runOnce, sizeOf, type Run } from "./measure.ts";
import { house, peers, type Peer } from "./peers.ts";

export interface BuildBenchOptions {
  /** Numbers of pages. */
  sizes: readonly number[];
  /** Builds of each peer at each size. */
  rounds: number;
}

/**
 * Times whole builds of the same content by every peer that is installed, in turn, each into a fresh folder. Nothing is deleted
 * before the end: on ext4, creating thousands of files right after deleting thousands is ten times slower and would spoil the figures.
 */
export async function benchBuild({ sizes, rounds }: BuildBenchOptions, print: (line: string) => void): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), "open-house-bench-"));
  try {
    const present = peers.flatMap((peer) => {
      const version = peer.version();
      if (version === undefined) print(`${peer.name} is not installed here and is left out.`);
      return version === undefined ? [] : [{ peer, version }];
    });
    print(`${cpus().length} cores (${cpus()[0]?.model ?? "unknown"}), Node ${process.versions.node}, medians of ${rounds} rounds.`);
    print(`Compared: ${present.map(({ peer, version }) => `${peer.name} ${version} (${peer.makes})`).join("; ")}.\n`);
    print("| pages | built by | seconds | ratio to Open House | ms a page | peak MB | files | MB written |");
    print("|---:|---|---:|---:|---:|---:|---:|---:|");
    for (const size of sizes) for (const line of await benchSize(work, size, rounds, present.map(({ peer }) => peer))) print(line);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function benchSize(work: string, size: number, rounds: number, present: readonly Peer[]): Promise<string[]> {
  const content = join(work, `content-${size}`);
  generate(content, size);
  const runs = new Map<Peer, Run[]>(present.map((peer) => [peer, []]));
  const outputs = new Map<Peer, string>();
  for (let round = 0; round < rounds; round++) {
    for (const peer of present) {
      const name = `${peer.name.replace(/\W/g, "")}-${size}-${round}`;
      const output = join(work, `out-${name}`);
      const folder = join(work, `work-${name}`);
      mkdirSync(folder);
      runs.get(peer)?.push(await runOnce(peer.prepare(folder, content, output)));
      outputs.set(peer, output);
    }
  }
  const ours = median((runs.get(house) ?? []).map(({ seconds }) => seconds));
  return present.map((peer) => {
    const list = runs.get(peer) ?? [];
    const seconds = median(list.map((run) => run.seconds));
    const { files, bytes } = sizeOf(outputs.get(peer) as string);
    const memory = Math.max(...list.map(({ megabytes }) => megabytes));
    return `| ${size} | ${peer.name} | ${seconds.toFixed(2)} | ${(seconds / ours).toFixed(2)} | ${((seconds / size) * 1000).toFixed(3)} | ${memory.toFixed(0)} | ${files} | ${(bytes / 1e6).toFixed(0)} |`;
  });
}
