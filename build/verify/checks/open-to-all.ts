import { textOf } from "../answer.ts";
import { distinct, each, type Finding, fault, unless } from "../finding.ts";
import { listAt, textAt } from "../json.ts";
import { elementsOf } from "../page-html.ts";
import type { Site } from "../site.ts";

const storage = /\b(localStorage|sessionStorage|indexedDB|cookieStore|document\.cookie)\b/;

/** Whether no answer of the run asks for credentials or sets a cookie, and no script uses the browser's storage. */
export async function noIdentity(site: Site): Promise<Finding[]> {
  const scripts = new Set<string>();
  for (const { path } of await site.sample())
    for (const { name, attributes } of elementsOf(textOf((await site.get(path)).bytes)))
      if (name === "script" && attributes.has("src")) scripts.add(attributes.get("src") as string);
  const local = [...scripts].flatMap((address) => site.local(address) ?? []);
  return [
    ...(await each(local, async (path) =>
      unless(!storage.test(textOf((await site.get(path)).bytes)), path, "uses the browser's storage"),
    )),
    ...site.client.seen().flatMap(({ method, path, status, headers }) => {
      const where = method === "GET" ? path : `${method} ${path}`;
      return [
        ...(headers.getSetCookie().length > 0 ? [fault(where, "sets a cookie")] : []),
        ...(status === 401 || status === 407 || headers.has("www-authenticate")
          ? [fault(where, `answers ${status} and asks for credentials`)]
          : []),
      ];
    }),
  ];
}

/** How many requests are made at once: more than a browser makes, too few to be a load. */
const burst = 40;

/** Whether many requests at once are all answered, and no answer of the whole run was 429. */
export async function noLimits(site: Site): Promise<Finding[]> {
  const answers = await Promise.all(Array.from({ length: burst }, () => site.ask("/")));
  return distinct([
    ...answers
      .filter(({ status }) => status !== 200)
      .map(({ status }) => fault("/", `answers ${status} to one of ${burst} requests at once`)),
    ...site.client
      .seen()
      .filter(({ status }) => status === 429)
      .map(({ path }) => fault(path, "answers 429: it counts how often one asks")),
  ]);
}

/**
 * Whether a script of any origin may read every answer of the run, errors too. Redirects and 304 are left out: the
 * platform and caches make those.
 */
export async function openOrigin(site: Site): Promise<Finding[]> {
  return distinct(
    site.client
      .seen()
      .filter(({ status }) => status < 300 || status >= 400)
      .filter(({ headers }) => headers.get("access-control-allow-origin") !== "*")
      .map(({ method, path, status, headers }) =>
        fault(
          method === "GET" ? path : `${method} ${path}`,
          `answers ${status} with ${shown("Access-Control-Allow-Origin", headers)}; * was expected`,
        ),
      ),
  );
}

/** User agents: a browser, a crawler, an agent, a command, and an empty one. */
const agents = [
  "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  "GPTBot/1.3",
  "Claude-User/1.0",
  "curl/8.14.1",
  "",
];

/** Whether all forms of a page have the same words, and all user agents get the same bytes. */
export async function sameForAll(site: Site): Promise<Finding[]> {
  const sample = await site.sample();
  const records = new Map(
    listAt(await site.document("corpus"), "documents").map((record) => [site.local(textAt(record, "url")), record]),
  );
  const asked = [
    "/",
    sample.at(-1)?.markdown_path ?? "/index.md",
    "/llms.txt",
    "/robots.txt",
    "/api/index.json",
    "/api/guestbook",
  ];
  return [
    ...(await each(asked, (path) => sameBytes(site, path))),
    ...(await each(sample, async ({ path, markdown_path, title, type }) => {
      const record = records.get(path);
      const [html, twin] = [textOf((await site.get(path)).bytes), textOf((await site.get(markdown_path)).bytes)];
      const forms = {
        title,
        html,
        twin,
        markdown: textAt(record, "markdown"),
        text: textAt(record, "text"),
        has_entries: type === "guestbook",
      };
      return (await site.sandbox.examine({ kind: "parity", forms })).flatMap((what) => unless(false, path, what));
    })),
  ];
}

/** A header as `name: value`, or `no name`. */
function shown(name: string, headers: Headers): string {
  const value = headers.get(name);
  return value === null ? `no ${name}` : `${name}: ${value}`;
}

async function sameBytes(site: Site, path: string): Promise<Finding[]> {
  const [first, ...others] = await Promise.all(
    agents.map((agent) => site.ask(path, { headers: { "user-agent": agent } })),
  );
  return others.flatMap(({ status, bytes }, index) =>
    unless(
      status === first?.status && Buffer.from(first.bytes).equals(bytes),
      path,
      `gives “${agents[index + 1]}” another answer than a browser`,
    ),
  );
}
