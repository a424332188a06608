import { type Answer, parsed } from "../answer.ts";
import { stateLimit } from "../contract.ts";
import { type Check, each, type Finding, fault, note, unless } from "../finding.ts";
import { at, textAt } from "../json.ts";
import type { Endpoint, Site } from "../site.ts";

/** Whether every document is at the address and of the media type that the index names. */
export const documents: Check = {
  id: "documents",
  title: "Every document is there, with its media type",
  part: "contract",
  run: (site) =>
    each(fixedDocuments(site), async ({ id, path, media_type }) => {
      const answer = await site.get(path);
      return [
        ...isOf(answer, media_type),
        ...(id === "state"
          ? unless(
              answer.bytes.byteLength < stateLimit,
              path,
              `has ${answer.bytes.byteLength} bytes; it stays under ${stateLimit}`,
            )
          : []),
      ];
    }),
};

export const pages: Check = {
  id: "pages",
  title: "Every page is there, as HTML and as Markdown",
  part: "contract",
  async run(site) {
    const [all, sample] = [await site.pages(), await site.sample()];
    const found = await each(sample, async ({ path, markdown_path }) => [
      ...isOf(await site.get(path), "text/html"),
      ...isOf(await site.get(markdown_path), "text/markdown"),
    ]);
    return [
      ...unless(all.length > 0, "/api/site.json", "lists no pages"),
      ...(sample.length < all.length
        ? [
            note(
              "/api/site.json",
              `lists ${all.length} pages; ${sample.length} of them, spread evenly, were checked one by one`,
            ),
          ]
        : []),
      ...found,
    ];
  },
};

/** What a program that comes back relies on: an ETag that is answered 304, and HEAD with the headers of GET. */
export const returning: Check = {
  id: "returning",
  title: "A copy can be checked: ETag, 304 and HEAD",
  part: "contract",
  async run(site) {
    const sample = (await site.sample()).slice(0, 5).flatMap(({ path, markdown_path }) => [path, markdown_path]);
    const paths = [...new Set([...fixedDocuments(site).map(({ path }) => path), ...sample, "/api/guestbook"])];
    return each(paths, (path) => revisit(site, path));
  },
};

async function revisit(site: Site, path: string): Promise<Finding[]> {
  const first = await site.get(path);
  if (first.status !== 200) return [];
  const etag = first.headers.get("etag");
  const head = await site.ask(path, { method: "HEAD" });
  const found = [
    ...unless(head.status === 200, path, `answers HEAD with ${head.status}, and GET with 200`),
    ...unless(head.bytes.byteLength === 0, path, "answers HEAD with a body"),
    ...unless(
      head.headers.get("content-type") === first.headers.get("content-type"),
      path,
      "answers HEAD with another media type than GET",
    ),
  ];
  if (etag === null) return [...found, fault(path, "has no ETag")];
  const again = await site.ask(path, { headers: { "if-none-match": etag } });
  // The guestbook may have got an entry in between.
  const changed = again.status === 200 && again.headers.get("etag") !== etag && path === "/api/guestbook";
  return [
    ...found,
    ...unless(
      again.status === 304 || changed,
      path,
      `answers ${again.status} where the visitor has the ETag already; 304 was expected`,
    ),
    ...unless(again.status !== 304 || again.bytes.byteLength === 0, path, "answers 304 with a body"),
  ];
}

/** Documents at one address that is answered by a file, not by code. */
export function fixedDocuments({ endpoints }: Site): Endpoint[] {
  return endpoints.filter(({ method, path, id }) => method === "GET" && !path.includes("{") && id !== "guestbook");
}

/** Whether an answer is 200 and of a media type; text must have `charset=utf-8`. */
export function isOf({ path, status, headers }: Answer, media_type: string): Finding[] {
  if (status !== 200) return [fault(path, `answers ${status}; 200 was expected`)];
  const [given = "", ...parameters] = (headers.get("content-type") ?? "")
    .toLowerCase()
    .split(";")
    .map((part) => part.trim());
  const wanted = media_type.toLowerCase().split(";")[0]?.trim();
  if (given !== wanted) return [fault(path, `is served as ${given || "nothing"}; ${wanted} was expected`)];
  return unless(
    !given.startsWith("text/") || parameters.some((parameter) => /^charset="?utf-8"?$/.test(parameter)),
    path,
    `is served as ${given} without charset=utf-8`,
  );
}

/** Addresses at which no site has anything. */
export const missingApi = ["/api/no-such-thing", "/api/no/such/thing.json"];
export const missingPages = ["/no-such-page/", "/no-such-page.md"];

export const missing: Check = {
  id: "missing",
  title: "Unknown addresses answer 404, in JSON under /api/",
  part: "contract",
  run: (site) =>
    each([...missingApi, ...missingPages], async (path) => {
      const answer = await site.get(path);
      const type = answer.headers.get("content-type")?.split(";")[0]?.trim() ?? "";
      if (answer.status !== 404) return unless(false, path, `answers ${answer.status}; 404 was expected`);
      if (!path.startsWith("/api/"))
        return unless(type === "text/html", path, `is missing as ${type || "nothing"}; a page in HTML was expected`);
      const problem = parsed(answer);
      return [
        ...unless(
          type === "application/problem+json",
          path,
          `is missing as ${type || "nothing"}; application/problem+json was expected`,
        ),
        ...unless(at(problem, "status") === 404, path, "does not say 404 in its body"),
        ...unless(JSON.stringify(problem).includes("/api/index.json"), path, "does not point at the index"),
        ...unless(textAt(problem, "title") !== "", path, "has no title"),
      ];
    }),
};
