import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { Agent, get, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { inThousands } from "../../lib/counts.ts";
import { mapConcurrently } from "../../lib/map-concurrently.ts";
import { build } from "../../pipeline/build.ts";
import { defaultInput } from "../../pipeline/project.ts";
import { startPreview } from "../../server/preview.ts";
import { benchPath, generate } from "./generate.ts";

/** Requests that a program has under way at one time. */
const atOnce = 8;

/** What one way of visiting a site costs. */
interface Cost {
  requests: number;
  /** Bytes of all answers as sent: headers, and bodies in Brotli where the server compresses them. */
  sent: number;
  /** Bytes of the bodies once they are unpacked. */
  unpacked: number;
}

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
  const work = await mkdtemp(join(folder, "open-house-bench-"));
  try {
    const own = join(work, "own");
    await cp(defaultInput, own, { recursive: true });
    printVisits(await visitsOf({ name: "This site", input: own, edited: "about.md" }, work), print);
    for (const size of sizes) {
      const input = join(work, String(size));
      generate(input, size);
      printVisits(await visitsOf({ name: "A made-up site", input, edited: benchPath(1) }, work), print);
    }
  } finally {
    await rm(work, { recursive: true, force: true });
  }
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

/** A program that asks for files and counts what it costs. */
interface Visitor {
  cost: Cost;
  /** By path, the ETags of what it got. */
  etags: ReadonlyMap<string, string>;
  /** @returns the text of an answer; empty where it is the one that is known. @throws Error for any other status */
  ask(path: string): Promise<string>;
  askAll(paths: readonly string[]): Promise<void>;
}

/** @param known ETags of an earlier visit, which are sent along. */
function createVisitor(origin: string, agent: Agent, known: ReadonlyMap<string, string> = new Map()): Visitor {
  const cost: Cost = { requests: 0, sent: 0, unpacked: 0 };
  const etags = new Map<string, string>();

  async function ask(path: string): Promise<string> {
    const etag = known.get(path);
    const headers = { "accept-encoding": "br", ...(etag !== undefined && { "if-none-match": etag }) };
    const response = await new Promise<IncomingMessage>((resolve, reject) =>
      get(origin + path, { agent, headers }, resolve).on("error", reject),
    );
    const sent = Buffer.concat((await response.toArray()) as Buffer[]);
    if (response.statusCode !== 200 && !(response.statusCode === 304 && etag !== undefined))
      throw new Error(`${path} answered ${response.statusCode}.`);
    const isPacked = sent.length > 0 && response.headers["content-encoding"] === "br";
    const body = isPacked ? brotliDecompressSync(sent) : sent;
    if (response.headers.etag !== undefined) etags.set(path, response.headers.etag);
    cost.requests++;
    cost.sent += sizeOfHeaders(response) + sent.length;
    cost.unpacked += body.length;
    return body.toString("utf8");
  }

  async function askAll(paths: readonly string[]): Promise<void> {
    await mapConcurrently(paths, ask, atOnce);
  }

  return { cost, etags, ask, askAll };
}

/** As in HTTP/1.1, status line and empty line included. */
function sizeOfHeaders({ rawHeaders, statusMessage = "" }: IncomingMessage): number {
  const lines = rawHeaders.length / 2;
  return `HTTP/1.1 200 ${statusMessage}\r\n\r\n`.length + rawHeaders.join("").length + lines * ": \r\n".length;
}

interface Address {
  path: string;
  /** Its `lastmod`; undefined where the sitemap says none. */
  changed: string | undefined;
}

/** @param known What an earlier visit found, for the case that the sitemap is still the same. */
async function addressesIn(visitor: Visitor, known: Address[] = []): Promise<Address[]> {
  const sitemap = await visitor.ask("/sitemap.xml");
  if (sitemap === "") return known;
  return [...sitemap.matchAll(/<loc>(.+?)<\/loc>(?:<lastmod>(.+?)<\/lastmod>)?/g)].map(([, url = "", changed]) => ({
    path: new URL(url).pathname,
    changed,
  }));
}

/** @returns the addresses of all pages */
async function crawl(visitor: Visitor, known?: Address[]): Promise<Address[]> {
  const addresses = await addressesIn(visitor, known);
  await visitor.askAll(addresses.map(({ path }) => path));
  return addresses;
}

/** Every page that the index for language models leads to, as Markdown. A large site has an index for each section. */
async function readMarkdown(visitor: Visitor): Promise<void> {
  const index = await visitor.ask("/llms.txt");
  const sections = linksIn(index).filter((path) => path.startsWith("/llms/"));
  const texts = await Promise.all(sections.map((path) => visitor.ask(path)));
  await visitor.askAll([...new Set([index, ...texts].flatMap(linksIn))].filter((path) => path.endsWith(".md")));
}

/** The paths to which an index links, as in `- [title](url): about`. */
function linksIn(index: string): string[] {
  return [...index.matchAll(/^- \[[^\]]*\]\(([^)]+)\)/gm)].map(([, url = ""]) => new URL(url).pathname);
}

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
