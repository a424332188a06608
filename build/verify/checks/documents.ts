import { type Answer, jsonOf, mediaTypeOf } from "../answer.ts";
import { differs, type Findings, type Row } from "../finding.ts";
import { at, listAt, textAt } from "../json.ts";
import { indexPath, missingPaths, type Site } from "../site.ts";
import { schemaRows } from "./schemas.ts";

/**
 * What every site has: ids in the index, with the addresses that never change. Stated here on
 * purpose, and not derived from the catalogue: a check derived from what it checks cannot fail.
 */
const required = [
  ..."index site realms manifest greeting corpus state digests openapi"
    .split(" ")
    .map((id) => ["endpoints", id, `/api/${id}.json`] as const),
  ["endpoints", "schemas", "/api/schemas/{name}.json"],
  ["endpoints", "guestbook", "/api/guestbook"],
  ["endpoints", "guestbook_sign", "/api/guestbook"],
  ["endpoints", "guestbook_feed", "/api/guestbook.xml"],
  ..."llms.txt llms-full.txt sitemap.xml feed.xml ai-manifest.json robots.txt"
    .split(" ")
    .map((file) => ["formats", file.replace(/\..*/, "").replace("-", "_"), `/${file}`] as const),
] as const;

/**
 * The greatest size of state.json, in bytes: programs request it often, however large the site is.
 */
const stateLimit = 16 * 1024;

/** Whether the index leads to everything the contract names. */
export function index({ index, base_url, client, endpoints }: Site, found: Findings): void {
  const isElsewhere = `the documents name ${base_url} as the site's address; their addresses are looked up at `;
  if (base_url !== client.origin) found.note(indexPath, `${isElsewhere}${client.origin} instead`);
  const ids = endpoints.map(({ id }) => id);
  const version = textAt(index, "api_version");
  found.faults(indexPath, [
    [
      textAt(index, "base_url") !== base_url,
      "names as `base_url` no address without a slash at the end",
    ],
    // Within version 1 fields are only added, so a site of a later version has everything that is
    // checked here.
    [
      !/^1\.([2-9]|\d\d+)\.\d+$/.test(version),
      `\`api_version\` is ${version || "missing"}; 1.2.0 is what is checked`,
    ],
    ...required.map(([member, id, path]): Row => {
      const isListed = listAt(index, member).some(
        (entry) => at(entry, "id") === id && at(entry, "path") === path,
      );
      return [!isListed, `\`${member}\` does not list \`${id}\` at ${path}`];
    }),
    ...endpoints.flatMap(({ id, url, path }, position): Row[] => [
      [ids.indexOf(id) !== position, `lists the id \`${id}\` twice`],
      differs(`gives \`${id}\` the address`, url, base_url + path),
    ]),
  ]);
}

/** Whether every document is at the address and of the media type that the index names. */
export function documents(site: Site, found: Findings): Promise<void> {
  return found.each(site.documents, async ({ id, path, media_type, schema }) => {
    const answer = await site.get(path);
    const size = answer.bytes.byteLength;
    const isLarge = id === "state" && size >= stateLimit;
    return [
      ...typeRows(answer, media_type),
      [isLarge, `has ${size} bytes; it stays under ${stateLimit}`],
      [path.startsWith("/api/") && schema === "" && id !== "openapi", "has no schema in the index"],
    ];
  });
}

/** Whether every page is there, as HTML and as Markdown. */
export async function pages(site: Site, found: Findings): Promise<void> {
  const [all, sample] = [await site.pages(), await site.sample()];
  found.faults("/api/site.json", [[all.length === 0, "lists no pages"]]);
  const looked = `lists ${all.length} pages; ${sample.length} of them, spread evenly, were checked one by one`;
  if (sample.length < all.length) found.note("/api/site.json", looked);
  await found.each(sample, async ({ path }) => typeRows(await site.get(path), "text/html"));
  const twins = sample.map(({ markdown_path }) => markdown_path);
  await found.each(twins, async (path) => typeRows(await site.get(path), "text/markdown"));
}

/** Whether an answer is 200 and of a media type; text must have `charset=utf-8`. */
function typeRows(answer: Answer, media_type: string): Row[] {
  const { status, headers } = answer;
  if (status !== 200) return [differs("answers", status, 200)];
  const given = mediaTypeOf(answer);
  const isUtf8 = /;\s*charset="?utf-8"?\s*(;|$)/i.test(headers.get("content-type") ?? "");
  return [
    differs("is served as", given, media_type.toLowerCase().split(";")[0]?.trim()),
    [given.startsWith("text/") && !isUtf8, `is served as ${given} without charset=utf-8`],
  ];
}

/** Whether unknown addresses answer 404, and under `/api/` in JSON that points at the index. */
export function missing(site: Site, found: Findings): Promise<void> {
  return found.each(missingPaths, async (path) => {
    const answer = await site.get(path);
    const isApi = path.startsWith("/api/");
    const problem = isApi ? jsonOf(answer, 404) : null;
    return [
      differs("answers", answer.status, 404),
      differs(
        "is served as",
        mediaTypeOf(answer),
        isApi ? "application/problem+json" : "text/html",
      ),
      [isApi && at(problem, "status") !== 404, "does not say 404 in its body"],
      [isApi && !JSON.stringify(problem).includes(indexPath), "does not point at the index"],
      ...(isApi ? await schemaRows(site, "/api/schemas/problem.json", answer) : []),
    ];
  });
}

/**
 * Whether a program that comes back can rely on an ETag that is answered 304, and on HEAD with the
 * headers of GET.
 */
export async function returning(site: Site, found: Findings): Promise<void> {
  const sample = (await site.sample())
    .slice(0, 5)
    .flatMap(({ path, markdown_path }) => [path, markdown_path]);
  const paths = [...site.documents.map(({ path }) => path), ...sample, "/api/guestbook"];
  await found.each([...new Set(paths)], async (path) => {
    const first = await site.get(path);
    if (first.status !== 200) return [];
    const head = await site.ask(path, { method: "HEAD" });
    const etag = first.headers.get("etag");
    const again = await site.ask(path, { headers: { "if-none-match": etag ?? "" } });
    // The guestbook may have got an entry in between.
    const isChanged =
      again.status === 200 && again.headers.get("etag") !== etag && path === "/api/guestbook";
    return [
      differs("answers HEAD with", head.status, 200),
      [head.bytes.byteLength > 0, "answers HEAD with a body"],
      differs(
        "answers HEAD as",
        head.headers.get("content-type"),
        first.headers.get("content-type"),
      ),
      [etag === null, "has no ETag"],
      [
        !isChanged && again.status !== 304,
        `answers ${again.status} to its own ETag; 304 was expected`,
      ],
      [again.status === 304 && again.bytes.byteLength > 0, "answers 304 with a body"],
    ];
  });
}
