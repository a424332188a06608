import { type Answer, jsonOfAny, mediaTypeOf } from "../answer.ts";
import { stateLimit } from "../contract.ts";
import { type Check, each, type Findings } from "../finding.ts";
import { at, textAt } from "../json.ts";
import type { Endpoint, Site } from "../site.ts";

/** Whether every document is at the address and of the media type that the index names. */
export const documents: Check = {
  id: "documents",
  title: "Every document is there, with its media type",
  part: "contract",
  run: (site, found) =>
    each(found, fixedDocuments(site), async ({ id, path, media_type }, found) => {
      const answer = await site.get(path);
      checkType(answer, media_type, found);
      const size = answer.bytes.byteLength;
      if (id === "state" && size >= stateLimit) found.fault(path, `has ${size} bytes; it stays under ${stateLimit}`);
    }),
};

export const pages: Check = {
  id: "pages",
  title: "Every page is there, as HTML and as Markdown",
  part: "contract",
  async run(site, found) {
    const [all, sample] = [await site.pages(), await site.sample()];
    if (all.length === 0) found.fault("/api/site.json", "lists no pages");
    if (sample.length < all.length)
      found.note(
        "/api/site.json",
        `lists ${all.length} pages; ${sample.length} of them, spread evenly, were checked one by one`,
      );
    await each(found, sample, async ({ path, markdown_path }, found) => {
      checkType(await site.get(path), "text/html", found);
      checkType(await site.get(markdown_path), "text/markdown", found);
    });
  },
};

/** What a program that comes back relies on: an ETag that is answered 304, and HEAD with the headers of GET. */
export const returning: Check = {
  id: "returning",
  title: "A copy can be checked: ETag, 304 and HEAD",
  part: "contract",
  async run(site, found) {
    const sample = (await site.sample()).slice(0, 5).flatMap(({ path, markdown_path }) => [path, markdown_path]);
    const paths = [...new Set([...fixedDocuments(site).map(({ path }) => path), ...sample, "/api/guestbook"])];
    await each(found, paths, (path, found) => revisit(site, path, found));
  },
};

async function revisit(site: Site, path: string, found: Findings): Promise<void> {
  const first = await site.get(path);
  if (first.status !== 200) return;
  const head = await site.ask(path, { method: "HEAD" });
  if (head.status !== 200) found.fault(path, `answers HEAD with ${head.status}, and GET with 200`);
  if (head.bytes.byteLength > 0) found.fault(path, "answers HEAD with a body");
  if (head.headers.get("content-type") !== first.headers.get("content-type"))
    found.fault(path, "answers HEAD with another media type than GET");
  const etag = first.headers.get("etag");
  if (etag === null) return found.fault(path, "has no ETag");
  const again = await site.ask(path, { headers: { "if-none-match": etag } });
  // The guestbook may have got an entry in between.
  const changed = again.status === 200 && again.headers.get("etag") !== etag && path === "/api/guestbook";
  if (again.status !== 304 && !changed)
    found.fault(path, `answers ${again.status} where the visitor has the ETag already; 304 was expected`);
  if (again.status === 304 && again.bytes.byteLength > 0) found.fault(path, "answers 304 with a body");
}

/** Documents at one address that is answered by a file, not by code. */
export function fixedDocuments({ endpoints }: Site): Endpoint[] {
  return endpoints.filter(({ method, path, id }) => method === "GET" && !path.includes("{") && id !== "guestbook");
}

/** Checks that an answer is 200 and of a media type; text must have `charset=utf-8`. */
export function checkType(answer: Answer, media_type: string, found: Findings): void {
  const { path, status, headers } = answer;
  if (status !== 200) return found.fault(path, `answers ${status}; 200 was expected`);
  const given = mediaTypeOf(answer);
  const [wanted = ""] = media_type.toLowerCase().split(";");
  if (given !== wanted.trim())
    return found.fault(path, `is served as ${given || "nothing"}; ${wanted.trim()} was expected`);
  if (given.startsWith("text/") && !/;\s*charset="?utf-8"?\s*(;|$)/i.test(headers.get("content-type") ?? ""))
    found.fault(path, `is served as ${given} without charset=utf-8`);
}

/** Addresses at which no site has anything. */
export const missingApi = ["/api/no-such-thing", "/api/no/such/thing.json"];
const missingPages = ["/no-such-page/", "/no-such-page.md"];

export const missing: Check = {
  id: "missing",
  title: "Unknown addresses answer 404, in JSON under /api/",
  part: "contract",
  run: (site, found) =>
    each(found, [...missingApi, ...missingPages], async (path, found) => {
      const answer = await site.get(path);
      if (answer.status !== 404) return found.fault(path, `answers ${answer.status}; 404 was expected`);
      const type = mediaTypeOf(answer);
      const isApi = path.startsWith("/api/");
      const expected = isApi ? "application/problem+json" : "text/html";
      if (type !== expected) found.fault(path, `is missing as ${type || "nothing"}; ${expected} was expected`);
      if (!isApi) return;
      const problem = jsonOfAny(answer);
      if (at(problem, "status") !== 404) found.fault(path, "does not say 404 in its body");
      if (!JSON.stringify(problem).includes("/api/index.json")) found.fault(path, "does not point at the index");
      if (textAt(problem, "title") === "") found.fault(path, "has no title");
    }),
};
