import net from "node:net";
import { text } from "node:stream/consumers";
import tls from "node:tls";
import { type Answer, NoAnswer } from "../answer.ts";
import type { Client } from "../client.ts";
import { differs, type Findings, type Row } from "../finding.ts";
import { at, listAt, readExpected, textAt, textsAt } from "../json.ts";
import { releaseRow } from "../release.ts";
import { indexPath, missingPage, type Site } from "../site.ts";
import { pageRows } from "./page-facts.ts";
import { loadedByPages } from "./visitors.ts";

type Required = Record<string, Record<string, { optional?: true }>>;

/** The most bytes of state.json, which programs request often, however large the site is. */
const stateLimit = 16 * 1024;

/** Whether the index leads to everything the contract names. */
export function index({ index, base_url, client, endpoints }: Site, found: Findings): void {
  const elsewhere = `the documents name ${base_url} as the site's address; ${client.origin} is asked instead`;
  if (base_url !== client.origin) found.note(indexPath, elsewhere);
  const version = textAt(index, "api_version");
  const required = readExpected<Required>("required", { base_url });
  found.faults(indexPath, [
    differs("names as `base_url`", textAt(index, "base_url"), base_url),
    // Within version 1 fields are only added, so later versions have all that is checked here.
    [!/^1\.([2-9]|\d\d+)\.\d+$/.test(version), `\`api_version\` is ${version}; 1.2.0 is checked`],
    ...Object.entries(required).flatMap(([member, documents]) =>
      Object.entries(documents).map(([id, { optional, ...facts }]) => {
        const expected = { method: "GET", schema: "", ...facts };
        const listed = listAt(index, member).find((each) => at(each, "id") === id);
        const given = listed && textsAt(listed, ...Object.keys(expected));
        const isLeftOut = optional && !listed;
        return differs(`\`${member}\` lists \`${id}\` as`, given, isLeftOut ? given : expected);
      }),
    ),
    [new Set(endpoints.map(({ id }) => id)).size < endpoints.length, "lists an id twice"],
    ...endpoints.map(({ id, url, path }) => differs(`has \`${id}\` at`, url, base_url + path)),
  ]);
}

/** Whether every document has the address and media type that the index names. */
export function documents(site: Site, found: Findings): Promise<void> {
  return found.each(site.documents, async ({ id, path, media_type }) => {
    const answer = await site.get(path);
    const size = answer.bytes.byteLength;
    const isLarge = id === "state" && size >= stateLimit;
    return [
      ...typeRows(answer, media_type),
      ...(path === "/api/guestbook" ? [] : [cachingRow(path, answer)]),
      [isLarge, `has ${size} bytes; it stays under ${stateLimit}`],
    ];
  });
}

/** Whether every page is there, as HTML and as Markdown. */
export async function pages(site: Site, found: Findings): Promise<void> {
  const all = await site.pages();
  const sample = await site.sample();
  found.faults("/api/site.json", [[all.length === 0, "lists no pages"]]);
  const looked = `lists ${all.length} pages; ${sample.length} of them, spread evenly, were checked one by one`;
  if (sample.length < all.length) found.note("/api/site.json", looked);
  await found.each(sample, async (page) => [
    ...typeRows(await site.get(page.path), "text/html"),
    ...(await pageRows(page, site, "pages")),
  ]);
  const twins = sample.map(({ markdown_path }) => markdown_path);
  await found.each(twins, async (path) => typeRows(await site.get(path), "text/markdown"));
  await found.each(await loadedByPages(site), async ({ path, text }) => [
    cachingRow(path, await site.get(path)),
    releaseRow(path, text, site.base_url),
  ]);
}

/** Addresses that have a digest of their content. */
const unchanging =
  /^\/(?:assets\/house|corpus|search\/(?:pages|words))\/[\w./-]*[0-9a-f]{10}\.\w+$/;

/** Whether copies of a file are kept only as long as they are right. */
function cachingRow(path: string, { headers }: Answer): Row {
  const age = unchanging.test(path) ? "31536000, immutable" : "0, must-revalidate";
  return differs("is cached as", headers.get("cache-control"), `public, max-age=${age}`);
}

/** Whether an answer is 200 and of a media type; text must have `charset=utf-8`. */
function typeRows({ status, headers }: Answer, media_type: string): Row[] {
  if (status !== 200) return [differs("answers", status, 200)];
  const served = (headers.get("content-type") ?? "").toLowerCase().replace(/;\s*/g, "; ");
  const charset = /^text\/|xml$/.test(media_type) ? "; charset=utf-8" : "";
  return [differs("is served as", served, media_type.toLowerCase() + charset)];
}

/**
 * Whether a returning program can rely on 304 for an ETag, and on HEAD with GET's headers and no
 * body.
 */
export async function returning(site: Site, found: Findings): Promise<void> {
  const pages = (await site.sample()).slice(0, 5);
  const ofPages = pages.flatMap(({ path, markdown_path }) => [path, markdown_path]);
  const paths = [...site.documents.map(({ path }) => path), ...ofPages, "/api/guestbook"];
  await found.each([...new Set(paths)], async (path) => {
    const first = await site.get(path);
    if (first.status !== 200) return [];
    const head = await site.ask(path, { method: "HEAD" });
    const etag = first.headers.get("etag") ?? "";
    const known = path === "/api/guestbook" ? `"other", W/${etag}` : etag;
    const again = await site.ask(path, { headers: { "if-none-match": known } });
    // The guestbook may have a new entry by now.
    const isChanged = path === "/api/guestbook" && again.headers.get("etag") !== etag;
    const type = first.headers.get("content-type");
    return [
      differs("answers HEAD with", head.status, 200),
      differs("answers HEAD as", head.headers.get("content-type"), type),
      [etag === "", "has no ETag"],
      differs("answers its own ETag with", isChanged ? 304 : again.status, 304),
    ];
  });
  const kinds = ["/", "/llms.txt", "/api/state.json", "/guestbook/", "/api/guestbook", missingPage];
  await found.each(kinds, async (path) => {
    const body = await afterHead(site.client, path);
    return [[body !== "", `sends after HEAD the body “${body.slice(0, 40)}”`]];
  });
}

/** The bytes after the headers of an answer to HEAD, which HTTP clients do not show. */
async function afterHead({ origin, limits }: Client, path: string): Promise<string> {
  const url = new URL(origin);
  const isSafe = url.protocol === "https:";
  const target = { host: url.hostname, port: Number(url.port || (isSafe ? 443 : 80)) };
  const socket = isSafe ? tls.connect(target) : net.connect(target);
  const giveUp = () => socket.destroy(new NoAnswer("no whole answer came in time"));
  socket.setTimeout(limits.timeout, giveUp);
  socket.write(`HEAD ${path} HTTP/1.1\r\nHost: ${url.host}\r\nConnection: close\r\n\r\n`);
  return (await text(socket)).split("\r\n\r\n").slice(1).join("");
}
