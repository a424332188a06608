import { type Answer, jsonOfAny, mediaTypeOf } from "../answer.ts";
import { stateLimit } from "../contract.ts";
import { each, type Findings } from "../finding.ts";
import { at, textAt } from "../json.ts";
import type { Site } from "../site.ts";

/** Whether every document is at the address and of the media type that the index names. */
export function documents(site: Site, found: Findings): Promise<void> {
  return each(found, site.documents, async ({ id, path, media_type }, found) => {
    const answer = await site.get(path);
    const size = answer.bytes.byteLength;
    checkType(answer, media_type, found);
    if (id === "state" && size >= stateLimit) found.fault(path, `has ${size} bytes; it stays under ${stateLimit}`);
  });
}

/** Whether every page is there, as HTML and as Markdown. */
export async function pages(site: Site, found: Findings): Promise<void> {
  const [all, sample] = [await site.pages(), await site.sample()];
  if (all.length === 0) found.fault("/api/site.json", "lists no pages");
  const looked = `lists ${all.length} pages; ${sample.length} of them, spread evenly, were checked one by one`;
  if (sample.length < all.length) found.note("/api/site.json", looked);
  await each(found, sample, async ({ path, markdown_path }, found) => {
    checkType(await site.get(path), "text/html", found);
    checkType(await site.get(markdown_path), "text/markdown", found);
  });
}

/** Checks that an answer is 200 and of a media type; text must have `charset=utf-8`. */
export function checkType(answer: Answer, media_type: string, found: Findings): void {
  const { path, status, headers } = answer;
  if (status !== 200) return found.fault(path, `answers ${status}; 200 was expected`);
  const given = mediaTypeOf(answer);
  const wanted = media_type.toLowerCase().split(";")[0]?.trim();
  if (given !== wanted) return found.fault(path, `is served as ${given || "nothing"}; ${wanted} was expected`);
  if (given.startsWith("text/") && !/;\s*charset="?utf-8"?\s*(;|$)/i.test(headers.get("content-type") ?? ""))
    found.fault(path, `is served as ${given} without charset=utf-8`);
}

/** Addresses at which no site has anything. */
export const missingPaths = ["/api/no-such-thing", "/api/no/such/thing.json", "/no-such-page/", "/no-such-page.md"];

/** Whether unknown addresses answer 404, and under `/api/` in JSON that points at the index. */
export function missing(site: Site, found: Findings): Promise<void> {
  return each(found, missingPaths, async (path, found) => {
    const answer = await site.get(path);
    if (answer.status !== 404) return found.fault(path, `answers ${answer.status}; 404 was expected`);
    const type = mediaTypeOf(answer);
    const isApi = path.startsWith("/api/");
    const expected = isApi ? "application/problem+json" : "text/html";
    if (type !== expected) found.fault(path, `is missing as ${type || "nothing"}; ${expected} was expected`);
    if (!isApi) return;
    const problem = jsonOfAny(answer);
    found.faults(path, [
      [at(problem, "status") !== 404, "does not say 404 in its body"],
      [!JSON.stringify(problem).includes("/api/index.json"), "does not point at the index"],
      [textAt(problem, "title") === "", "has no title"],
    ]);
  });
}

/** Whether a program that comes back can rely on an ETag that is answered 304, and on HEAD with the headers of GET. */
export async function returning(site: Site, found: Findings): Promise<void> {
  const sample = (await site.sample()).slice(0, 5).flatMap(({ path, markdown_path }) => [path, markdown_path]);
  const paths = [...site.documents.map(({ path }) => path), ...sample, "/api/guestbook"];
  await each(found, [...new Set(paths)], async (path, found) => {
    const first = await site.get(path);
    if (first.status !== 200) return;
    const head = await site.ask(path, { method: "HEAD" });
    const isOther = head.headers.get("content-type") !== first.headers.get("content-type");
    found.faults(path, [
      [head.status !== 200, `answers HEAD with ${head.status}, and GET with 200`],
      [head.bytes.byteLength > 0, "answers HEAD with a body"],
      [isOther, "answers HEAD with another media type than GET"],
    ]);
    const etag = first.headers.get("etag");
    if (etag === null) return found.fault(path, "has no ETag");
    const { status, headers, bytes } = await site.ask(path, { headers: { "if-none-match": etag } });
    // The guestbook may have got an entry in between.
    const changed = status === 200 && headers.get("etag") !== etag && path === "/api/guestbook";
    const expected = `answers ${status} where the visitor has the ETag already; 304 was expected`;
    found.faults(path, [
      [status !== 304 && !changed, expected],
      [status === 304 && bytes.byteLength > 0, "answers 304 with a body"],
    ]);
  });
}
