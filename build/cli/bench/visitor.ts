import { type Agent, get, type IncomingMessage, type RequestOptions } from "node:http";
import { brotliDecompressSync } from "node:zlib";
import { mapConcurrently } from "../../lib/map-concurrently.ts";

/** Requests that a program has under way at one time. */
export const atOnce = 8;

/** What one way of visiting a site costs. */
export interface Cost {
  requests: number;
  /** Bytes of all answers as sent: headers, and bodies in Brotli where the server compresses them. */
  sent: number;
  /** Bytes of the bodies once they are unpacked. */
  unpacked: number;
}

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
export function createVisitor(origin: string, agent: Agent, known: ReadonlyMap<string, string> = new Map()): Visitor {
  const cost: Cost = { requests: 0, sent: 0, unpacked: 0 };
  const etags = new Map<string, string>();

  async function ask(path: string): Promise<string> {
    const etag = known.get(path);
    const headers = { "accept-encoding": "br", ...(etag !== undefined && { "if-none-match": etag }) };
    const response = await request(origin + path, { agent, headers });
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

/** @returns an answer; asks again where the server closed a connection just before it was used once more */
function request(url: string, options: RequestOptions): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = get(url, options, resolve).on("error", (error) => {
      if (sent.reusedSocket) request(url, options).then(resolve, reject);
      else reject(error);
    });
  });
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
export async function addressesIn(visitor: Visitor, known: Address[] = []): Promise<Address[]> {
  const sitemap = await visitor.ask("/sitemap.xml");
  if (sitemap === "") return known;
  return [...sitemap.matchAll(/<loc>(.+?)<\/loc>(?:<lastmod>(.+?)<\/lastmod>)?/g)].map(([, url = "", changed]) => ({
    path: new URL(url).pathname,
    changed,
  }));
}

/** @returns the addresses of all pages */
export async function crawl(visitor: Visitor, known?: Address[]): Promise<Address[]> {
  const addresses = await addressesIn(visitor, known);
  await visitor.askAll(addresses.map(({ path }) => path));
  return addresses;
}

/** Every page that the index for language models leads to, as Markdown. A large site has an index for each section. */
export async function readMarkdown(visitor: Visitor): Promise<void> {
  const index = await visitor.ask("/llms.txt");
  const sections = linksIn(index).filter((path) => path.startsWith("/llms/"));
  const texts = await Promise.all(sections.map((path) => visitor.ask(path)));
  await visitor.askAll([...new Set([index, ...texts].flatMap(linksIn))].filter((path) => path.endsWith(".md")));
}

/** The paths to which an index links, as in `- [title](url): about`. */
function linksIn(index: string): string[] {
  return [...index.matchAll(/^- \[[^\]]*\]\(([^)]+)\)/gm)].map(([, url = ""]) => new URL(url).pathname);
}
