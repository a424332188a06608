import { cp, readFile, rm, writeFile } from "node:fs/promises";
import { get, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { mapConcurrently } from "../../build/lib/map-concurrently.ts";
import { inThousands } from "../../build/lib/phrases.ts";
import { buildApart as build } from "../../build/pipeline/build.ts";
import { defaultInput } from "../../build/pipeline/project.ts";
import { startPreview } from "../../build/server/preview.ts";
import { benchPath, generate } from "./generate.ts";
import { withFolder } from "./measure.ts";

/** Requests that a program has under way at one time. */
const atOnce = 8;

/**
 * The time of the edit: its author says in `updated` that the page changed, as a sitemap needs to
 * be told.
 */
const editTime = "2026-11-22T23:59:00Z";

/**
 * Counts what it costs a program to have all of a site, to learn that nothing changed, and to get
 * the one page that did: by the ways of a crawler, and by those that the site offers. Every answer
 * is really asked for, from a server that runs here. Prints a table for this site, and one for a
 * made-up site of each size.
 */
export async function benchVisits(
  { sizes, folder }: { sizes: readonly number[]; folder: string },
  print: (line: string) => void,
): Promise<void> {
  await withFolder(folder, async (work) => {
    const own = join(work, "own");
    await cp(defaultInput, own, { recursive: true });
    await printVisits("This site", own, "about.md", work, print);
    for (const size of sizes) {
      const input = join(work, String(size));
      generate(input, size);
      await printVisits("A made-up site", input, benchPath(1), work, print);
    }
  });
}

/** @param edited The page that is edited, as a path in the content folder. */
async function printVisits(
  name: string,
  input: string,
  edited: string,
  work: string,
  print: (line: string) => void,
): Promise<void> {
  const output = join(work, "output");
  const server = await startPreview({ port: 0, input, output, data: join(work, "data") });
  const { origin } = server;
  try {
    const rows: string[] = [];
    /** Visits in one way, as a program that knows what the ETags say of an earlier visit. */
    const visit = async (
      way: string,
      work: (visitor: Visitor) => Promise<unknown>,
      known?: Visitor["etags"],
    ) => {
      const visitor = createVisitor(origin, known);
      await work(visitor);
      const { requests, sent, unpacked } = visitor.cost;
      rows.push(
        `| ${way} | ${inThousands(requests)} | ${kilobytes(sent)} | ${kilobytes(unpacked)} |`,
      );
      return visitor;
    };
    let pages: Address[] = [];
    const first = async (visitor: Visitor) => void (pages = await crawl(visitor));
    const { etags } = await visit("first visit: each page as HTML", first);
    await visit("first visit: each page as Markdown", ({ askAll }) =>
      askAll(pages.map(({ path }) => twinOf(path))),
    );
    await visit("first visit: the corpus", ({ ask }) => ask("/api/corpus.json"));
    const kept = await digestsIn(createVisitor(origin));
    await visit("unchanged: the crawl, `If-None-Match`", (visitor) => crawl(visitor, pages), etags);
    await visit("unchanged: `state.json`", ({ ask }) => ask("/api/state.json"));

    await edit(join(input, edited));
    await build({ input, base_url: origin, drafts: false, lenient: false }, output);
    await visit(
      "one changed: the crawl, `If-None-Match`",
      (visitor) => crawl(visitor, pages),
      etags,
    );
    await visit("one changed: by dates in the sitemap", async (visitor) => {
      const changed = (await addressesIn(visitor)).filter(({ date }) => date === editTime);
      await visitor.askAll(changed.map(({ path }) => path));
    });
    await visit("one changed: by state and digests", async (visitor) => {
      await visitor.ask("/api/state.json");
      const digests = await digestsIn(visitor);
      await visitor.askAll(
        Object.keys(digests)
          .filter((path) => digests[path] !== kept[path])
          .map(twinOf),
      );
    });
    print(`\n${name}, ${inThousands(pages.length)} pages\n`);
    print("| way | requests | kB sent | kB unpacked |\n|---|---:|---:|---:|");
    for (const row of rows) print(row);
  } finally {
    await server.stop();
    await rm(output, { recursive: true, force: true });
  }
}

/** A body as the host's edge sends it to clients that accept Brotli: text that is not short packed. */
function asSent(body: Buffer, type = ""): Buffer {
  if (body.length < 512 || !/^text\/|json|xml|javascript/.test(type)) return body;
  return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
}

/**
 * A program that asks for files and counts what it costs: requests, bytes of all answers as sent,
 * and unpacked.
 */
type Visitor = ReturnType<typeof createVisitor>;

/** @param known ETags of an earlier visit by path, which are sent along. */
function createVisitor(origin: string, known: ReadonlyMap<string, string> = new Map()) {
  const cost = { requests: 0, sent: 0, unpacked: 0 };
  const etags = new Map<string, string>();
  /** @returns the text of an answer; empty where it is the one that is known */
  const ask = async (path: string): Promise<string> => {
    const etag = known.get(path);
    const headers = etag === undefined ? {} : { "if-none-match": etag };
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      get(origin + path, { headers, agent: false }, resolve).on("error", reject);
    });
    const body = Buffer.concat((await response.toArray()) as Buffer[]);
    if (response.statusCode !== 200 && response.statusCode !== 304)
      throw new Error(`${path} answered ${response.statusCode}.`);
    const sent = asSent(body, response.headers["content-type"]);
    if (response.headers.etag !== undefined) etags.set(path, response.headers.etag);
    cost.requests++;
    // As in HTTP/1.1, with the status line and the signs between names and values.
    cost.sent += response.rawHeaders.join(": ").length + 30 + sent.length;
    cost.unpacked += body.length;
    return body.toString("utf8");
  };
  return {
    cost,
    etags,
    ask,
    askAll: (paths: readonly string[]) => mapConcurrently(paths, ask, atOnce),
  };
}

/** The digest of each page by its path. */
async function digestsIn(visitor: Visitor): Promise<Record<string, string>> {
  return (JSON.parse(await visitor.ask("/api/digests.json")) as { digests: Record<string, string> })
    .digests;
}

interface Address {
  path: string;
  /** Its `lastmod`; undefined where the sitemap says none. */
  date: string | undefined;
}

/**
 * The addresses in the sitemap.
 * @param known Those of an earlier visit, for the case that it is still the same.
 */
async function addressesIn(visitor: Visitor, known: Address[] = []): Promise<Address[]> {
  const sitemap = await visitor.ask("/sitemap.xml");
  if (sitemap === "") return known;
  return [...sitemap.matchAll(/<loc>(.+?)<\/loc>(?:<lastmod>(.+?)<\/lastmod>)?/g)].map(
    ([, url = "", date]) => ({
      path: new URL(url).pathname,
      date,
    }),
  );
}

async function crawl(visitor: Visitor, known?: Address[]): Promise<Address[]> {
  const addresses = await addressesIn(visitor, known);
  await visitor.askAll(addresses.map(({ path }) => path));
  return addresses;
}

async function edit(file: string): Promise<void> {
  const [start, ...rest] = (await readFile(file, "utf8"))
    .replace(/^updated: .*\n/m, "")
    .split("\n");
  await writeFile(
    file,
    [start, `updated: ${editTime}`, ...rest, "One sentence is new.", ""].join("\n"),
  );
}

/** The address of a page's Markdown, by the rule that the site tells programs. */
function twinOf(path: string): string {
  return path === "/" ? "/index.md" : `${path.slice(0, -1)}.md`;
}

/** 1,234,567 bytes as `1,235`; below ten kilobytes with one decimal. */
function kilobytes(bytes: number): string {
  return bytes > 0 && bytes < 9950
    ? (bytes / 1000).toFixed(1)
    : inThousands(Math.round(bytes / 1000));
}
