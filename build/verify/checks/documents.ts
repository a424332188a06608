import { type Answer, jsonOfAny, mediaTypeOf } from "../answer.ts";
import { requiredEndpoints, requiredFormats, stateLimit } from "../contract.ts";
import type { Findings, Row } from "../finding.ts";
import { at, listAt, textAt } from "../json.ts";
import { indexPath, type Site } from "../site.ts";

/** Whether the index leads to everything the contract names. */
export function index({ index, base_url, client, endpoints }: Site, found: Findings): void {
  const isElsewhere = `the documents name ${base_url} as the site's address; their addresses are looked up at `;
  if (base_url !== client.origin) found.note(indexPath, `${isElsewhere}${client.origin} instead`);
  const required = Object.entries({ endpoints: requiredEndpoints, formats: requiredFormats });
  const ids = endpoints.map(({ id }) => id);
  const version = textAt(index, "api_version");
  found.faults(indexPath, [
    [textAt(index, "base_url") !== base_url, "names as `base_url` no address without a slash at the end"],
    // Within version 1 fields are only added, so a site of a later version has everything that is checked here.
    [!/^1\.([2-9]|\d\d+)\.\d+$/.test(version), `\`api_version\` is ${version || "missing"}; 1.2.0 is what is checked`],
    ...required.flatMap(([member, addresses]) => {
      const listed = listAt(index, member).map((entry) => `${textAt(entry, "id")} ${textAt(entry, "path")}`);
      return Object.entries(addresses).map(
        ([id, path]): Row => [!listed.includes(`${id} ${path}`), `\`${member}\` does not list \`${id}\` at ${path}`],
      );
    }),
    ...endpoints.flatMap(({ id, url, path }, position): Row[] => [
      [ids.indexOf(id) !== position, `lists the id \`${id}\` twice`],
      [url !== base_url + path, `gives \`${id}\` the address ${url}, but the path ${path}`],
    ]),
  ]);
}

/** Whether every document is at the address and of the media type that the index names. */
export function documents(site: Site, found: Findings): Promise<void> {
  return found.each(site.documents, async ({ id, path, media_type }) => {
    const answer = await site.get(path);
    const size = answer.bytes.byteLength;
    const isLarge = id === "state" && size >= stateLimit;
    return [...typeRows(answer, media_type), [isLarge, `has ${size} bytes; it stays under ${stateLimit}`]];
  });
}

/** Whether every page is there, as HTML and as Markdown. */
export async function pages(site: Site, found: Findings): Promise<void> {
  const [all, sample] = [await site.pages(), await site.sample()];
  found.faults("/api/site.json", [[all.length === 0, "lists no pages"]]);
  const looked = `lists ${all.length} pages; ${sample.length} of them, spread evenly, were checked one by one`;
  if (sample.length < all.length) found.note("/api/site.json", looked);
  await found.each(sample, async ({ path, markdown_path }) => {
    found.faults(markdown_path, typeRows(await site.get(markdown_path), "text/markdown"));
    return typeRows(await site.get(path), "text/html");
  });
}

/** Whether an answer is 200 and of a media type; text must have `charset=utf-8`. */
export function typeRows(answer: Answer, media_type: string): Row[] {
  const { status, headers } = answer;
  if (status !== 200) return [[true, `answers ${status}; 200 was expected`]];
  const given = mediaTypeOf(answer);
  const wanted = media_type.toLowerCase().split(";")[0]?.trim();
  const isUtf8 = /;\s*charset="?utf-8"?\s*(;|$)/i.test(headers.get("content-type") ?? "");
  return [
    [given !== wanted, `is served as ${given || "nothing"}; ${wanted} was expected`],
    [given.startsWith("text/") && !isUtf8, `is served as ${given} without charset=utf-8`],
  ];
}

/** Addresses at which no site has anything. */
export const missingPaths = ["/api/no-such-thing", "/api/no/such/thing.json", "/no-such-page/", "/no-such-page.md"];

/** Whether unknown addresses answer 404, and under `/api/` in JSON that points at the index. */
export function missing(site: Site, found: Findings): Promise<void> {
  return found.each(missingPaths, async (path) => {
    const answer = await site.get(path);
    const isApi = path.startsWith("/api/");
    const [type, expected] = [mediaTypeOf(answer), isApi ? "application/problem+json" : "text/html"];
    const problem = isApi ? jsonOfAny(answer) : null;
    return [
      [answer.status !== 404, `answers ${answer.status}; 404 was expected`],
      [type !== expected, `is missing as ${type || "nothing"}; ${expected} was expected`],
      [isApi && at(problem, "status") !== 404, "does not say 404 in its body"],
      [isApi && !JSON.stringify(problem).includes(indexPath), "does not point at the index"],
    ];
  });
}

/** Whether a program that comes back can rely on an ETag that is answered 304, and on HEAD with the headers of GET. */
export async function returning(site: Site, found: Findings): Promise<void> {
  const sample = (await site.sample()).slice(0, 5).flatMap(({ path, markdown_path }) => [path, markdown_path]);
  const paths = [...site.documents.map(({ path }) => path), ...sample, "/api/guestbook"];
  await found.each([...new Set(paths)], async (path) => {
    const first = await site.get(path);
    if (first.status !== 200) return [];
    const head = await site.ask(path, { method: "HEAD" });
    const isOther = head.headers.get("content-type") !== first.headers.get("content-type");
    const etag = first.headers.get("etag");
    const { status, headers, bytes } = await site.ask(path, { headers: { "if-none-match": etag ?? "" } });
    // The guestbook may have got an entry in between.
    const isChanged = status === 200 && headers.get("etag") !== etag && path === "/api/guestbook";
    return [
      [head.status !== 200, `answers HEAD with ${head.status}, and GET with 200`],
      [head.bytes.byteLength > 0, "answers HEAD with a body"],
      [isOther, "answers HEAD with another media type than GET"],
      [etag === null, "has no ETag"],
      [status !== 304 && !isChanged, `answers ${status} where the visitor has the ETag already; 304 was expected`],
      [status === 304 && bytes.byteLength > 0, "answers 304 with a body"],
    ];
  });
}
