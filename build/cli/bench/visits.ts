import { cp, readFile, rm, writeFile } from "node:fs/promises";
import { Agent } from "node:http";
import { join } from "node:path";
import { inThousands } from "../../lib/counts.ts";
import { build } from "../../pipeline/build.ts";
import { defaultInput } from "../../pipeline/project.ts";
import { startPreview } from "../../server/preview.ts";
import { benchPath, generate } from "./generate.ts";
import { withFolder } from "./measure.ts";
import { addressesIn, atOnce, type Cost, crawl, createVisitor, readMarkdown } from "./visitor.ts";

interface Visit {
  way: string;
  cost: Cost;
}

interface Site {
  name: string;
  /** A folder with the content, which is edited. */
  input: string;
  /** The page that is edited, as a path in that folder. */
  edited: string;
}

/**
 * Counts what it costs a program to have all of a site, to learn that nothing changed, and to get the one page that
 * did: by the ways of a crawler, and by those that the site offers. Every answer is really asked for, from a server
 * that runs here. Prints a table for this site, and one for a made-up site of each size.
 */
export async function benchVisits(
  { sizes, folder }: { sizes: readonly number[]; folder: string },
  print: (line: string) => void,
): Promise<void> {
  await withFolder(folder, async (work) => {
    const own = join(work, "own");
    await cp(defaultInput, own, { recursive: true });
    printVisits(await visitsOf({ name: "This site", input: own, edited: "about.md" }, work), print);
    for (const size of sizes) {
      const input = join(work, String(size));
      generate(input, size);
      printVisits(await visitsOf({ name: "A made-up site", input, edited: benchPath(1) }, work), print);
    }
  });
}

async function visitsOf({ name, input, edited }: Site, work: string): Promise<{ title: string; visits: Visit[] }> {
  const output = join(work, "output");
  const server = await startPreview({ port: 0, input, output, data: join(work, "data") });
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const visitor = (etags?: ReadonlyMap<string, string>) => createVisitor(server.origin, agent, etags);
  try {
    const [crawler, reader, loader] = [visitor(), visitor(), visitor()];
    const addresses = await crawl(crawler);
    await readMarkdown(reader);
    const { documents } = JSON.parse(await loader.ask("/api/corpus.json")) as Corpus;
    const known = new Map(documents.map(({ url, sha256 }) => [new URL(url).pathname, sha256]));
    const [again, asking] = [visitor(crawler.etags), visitor()];
    await crawl(again, addresses);
    await asking.ask("/api/state.json");

    await edit(join(input, edited));
    await build({ input, base_url: server.origin, drafts: false, lenient: false }, output);
    agent.destroy(); // a build can take longer than the server keeps connections that nobody uses
    const [afterEdit, byDate, bySync] = [visitor(crawler.etags), visitor(), visitor()];
    await crawl(afterEdit, addresses);
    const dated = await addressesIn(byDate);
    await byDate.askAll(dated.filter(({ changed }) => changed === editTime).map(({ path }) => path));
    await bySync.ask("/api/state.json");
    const { digests } = JSON.parse(await bySync.ask("/api/digests.json")) as Digests;
    await bySync.askAll(
      Object.keys(digests)
        .filter((path) => digests[path] !== known.get(path))
        .map(twinOf),
    );

    return {
      title: `${name}, ${inThousands(addresses.length)} pages`,
      visits: [
        { way: "first visit: each page as HTML", ...crawler },
        { way: "first visit: each page as Markdown", ...reader },
        { way: "first visit: the corpus", ...loader },
        { way: "unchanged: the crawl, `If-None-Match`", ...again },
        { way: "unchanged: `state.json`", ...asking },
        { way: "one changed: the crawl, `If-None-Match`", ...afterEdit },
        { way: "one changed: by dates in the sitemap", ...byDate },
        { way: "one changed: by state and digests", ...bySync },
      ],
    };
  } finally {
    agent.destroy();
    await server.stop();
    await rm(output, { recursive: true, force: true });
  }
}

interface Corpus {
  documents: { url: string; sha256: string }[];
}

interface Digests {
  digests: Record<string, string>;
}

/** The time of the edit: its author says in `updated` that the page changed, as a sitemap needs to be told. */
const editTime = "2026-11-22T23:59:00Z";

async function edit(file: string): Promise<void> {
  const [start, ...rest] = (await readFile(file, "utf8")).replace(/^updated: .*\n/m, "").split("\n");
  await writeFile(file, [start, `updated: ${editTime}`, ...rest, "One sentence is new.", ""].join("\n"));
}

/** The address of a page's Markdown, by the rule that the site tells programs. */
function twinOf(path: string): string {
  return path === "/" ? "/index.md" : `${path.slice(0, -1)}.md`;
}

function printVisits({ title, visits }: { title: string; visits: Visit[] }, print: (line: string) => void): void {
  print(`\n${title}\n`);
  print("| way | requests | kB sent | kB unpacked |\n|---|---:|---:|---:|");
  for (const { way, cost } of visits)
    print(`| ${way} | ${inThousands(cost.requests)} | ${kilobytes(cost.sent)} | ${kilobytes(cost.unpacked)} |`);
}

/** 1,234,567 bytes as `1,235`; below ten kilobytes with one decimal. */
function kilobytes(bytes: number): string {
  return bytes > 0 && bytes < 9950 ? (bytes / 1000).toFixed(1) : inThousands(Math.round(bytes / 1000));
}
