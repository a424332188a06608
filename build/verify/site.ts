import type { License, Permissions } from "../schemas/facts.ts";
import { type Answer, jsonOf, NoAnswer, textOf } from "./answer.ts";
import type { Client, RequestOptions } from "./client.ts";
import type { Examiner } from "./examine.ts";
import { at, listAt, textAt, textsAt } from "./json.ts";

/** Something the index lists. */
export interface Endpoint {
  id: string;
  method: string;
  /** Root-relative; `{name}` stands for any of several. */
  path: string;
  url: string;
  media_type: string;
  schema: string | null;
}

/** What site.json says of a page, its addresses as paths of the site under test. */
export interface SitePage {
  id: string;
  type: string;
  title: string;
  path: string;
  markdown_path: string;
  sha256: string;
}

/**
 * A site under test, found from its index alone. Answers are cached: each address is requested once, unless a check
 * needs it anew.
 */
export interface Site {
  client: Client;
  examiner: Examiner;
  /** Milliseconds between two reads while waiting for a new entry, which a cache may hide for some time. */
  wait: number;
  /** Whether links in the text of pages that lead nowhere are noted only, as a build with `--lenient` leaves them. */
  lenient: boolean;
  index: unknown;
  /** The base URL that the documents name; the address under test if they name none. */
  base_url: string;
  permissions: Permissions;
  license: License;
  endpoints: readonly Endpoint[];
  /** Makes a new request. @throws NoAnswer */
  ask(path: string, options?: RequestOptions): Promise<Answer>;
  /** Requests an address with GET at the first call, and returns the same answer from then on. @throws NoAnswer */
  get(path: string): Promise<Answer>;
  /** The text at an address, whatever the status of the answer. @throws NoAnswer */
  text(path: string): Promise<string>;
  /** The JSON at an address. @throws NoAnswer, also if the answer is not JSON */
  json(path: string): Promise<unknown>;
  /** The JSON of a document, by its id in the index. @throws NoAnswer */
  document(id: string): Promise<unknown>;
  /** The root-relative path of an absolute address of the site; null if it leads elsewhere. */
  local(url: string): string | null;
  /** Every page that site.json lists. @throws NoAnswer */
  pages(): Promise<readonly SitePage[]>;
  /** The pages to look at one by one: all of a small site, an even sample of a large one. @throws NoAnswer */
  sample(): Promise<readonly SitePage[]>;
}

interface SiteOptions {
  client: Client;
  examiner: Examiner;
  wait: number;
  lenient: boolean;
  /** How many pages are looked at one by one. */
  sample: number;
}

/** The address from which all others are found. */
export const indexPath = "/api/index.json";

/** Most entries of an index that are checked; the index of this version has about 35. */
const mostEndpoints = 200;

/**
 * Finds a site from its index.
 * @throws NoAnswer if there is no index to start from.
 */
export async function discover({ client, examiner, wait, lenient, sample: sampleSize }: SiteOptions): Promise<Site> {
  const answers = new Map<string, Promise<Answer>>();
  const values = new Map<string, Promise<unknown>>();
  const get = (path: string): Promise<Answer> => cached(answers, path, () => client.ask(path));
  const json = (path: string): Promise<unknown> => cached(values, path, async () => jsonOf(await get(path)));

  const index = await json(indexPath).catch(namingIndex);
  const endpoints = [...listAt(index, "endpoints"), ...listAt(index, "formats")]
    .slice(0, mostEndpoints)
    .map(endpointOf);
  if (endpoints.length === 0)
    throw new NoAnswer(
      `${indexPath}: is JSON, but lists no \`endpoints\`: this is not the index of an Open House site.`,
    );
  const named = textAt(index, "base_url");
  const base_url = URL.canParse(named) && /^https?:\/\/[^\s/]/.test(named) ? named : client.origin;

  const local = (url: string): string | null => {
    const base = [base_url, client.origin].find(
      (base) => url === base || (url.startsWith(base) && /^[/?#]/.test(url.slice(base.length))),
    );
    const path = base === undefined ? url : url.slice(base.length) || "/";
    const isHere = URL.canParse(path, client.origin) && new URL(path, client.origin).origin === client.origin;
    return path.startsWith("/") && isHere ? path : null;
  };
  const document = async (id: string): Promise<unknown> => {
    const endpoint = endpoints.find((candidate) => candidate.id === id && candidate.method === "GET");
    if (endpoint === undefined) throw new NoAnswer(`the index lists nothing with the id \`${id}\``);
    return json(endpoint.path);
  };
  let all: Promise<SitePage[]> | undefined;
  const pages = () =>
    (all ??= document("site").then((siteJson) => listAt(siteJson, "pages").flatMap((page) => pageOf(page, local))));

  return {
    client,
    examiner,
    wait,
    lenient,
    index,
    base_url,
    permissions: permissionsOf(at(index, "permissions")),
    license: textsAt(at(index, "license"), "id", "name", "url"),
    endpoints,
    ask: client.ask,
    get,
    text: async (path) => textOf(await get(path)),
    json,
    document,
    local,
    pages,
    sample: async () => evenly(await pages(), sampleSize),
  };
}

function namingIndex(error: unknown): never {
  throw error instanceof NoAnswer ? new NoAnswer(`${indexPath}: ${error.message}.`) : error;
}

function cached<T>(known: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const found = known.get(key) ?? make();
  known.set(key, found);
  return found;
}

function endpointOf(value: unknown): Endpoint {
  const schema = at(value, "schema");
  return {
    ...textsAt(value, "id", "method", "path", "url", "media_type"),
    schema: typeof schema === "string" ? schema : null,
  };
}

function pageOf(value: unknown, local: (url: string) => string | null): SitePage[] {
  const [path, markdown_path] = [local(textAt(value, "url")), local(textAt(value, "markdown_url"))];
  if (path === null || markdown_path === null) return [];
  return [{ ...textsAt(value, "id", "type", "title", "sha256"), path, markdown_path }];
}

function permissionsOf(value: unknown): Permissions {
  // The order of the members is kept, because the check of a promise compares their JSON text.
  const given = typeof value === "object" && value !== null ? value : {};
  return {
    ...given,
    search: at(value, "search") === true,
    ai_input: at(value, "ai_input") === true,
    ai_train: at(value, "ai_train") === true,
  };
}

/** At most `most` of a list, from its first to its last at even distances. */
export function evenly<T>(list: readonly T[], most: number): T[] {
  if (list.length <= most) return [...list];
  return Array.from({ length: most }, (_, index) => list[Math.round((index * (list.length - 1)) / (most - 1))] as T);
}
