import { textOf } from "../client.ts";
import { each, type Finding, fault, unless } from "../finding.ts";
import type { House } from "../house.ts";
import { listAt, textAt } from "../json.ts";
import { distinct } from "./expectations.ts";
import { scriptsOf } from "./no-watching.ts";

const storage = /\b(localStorage|sessionStorage|indexedDB|cookieStore|document\.cookie)\b/;

/** No answer of the whole run asked for credentials or set a cookie, and no script of a page keeps anything in a browser. */
export async function noIdentity(house: House): Promise<Finding[]> {
  const scripts = new Set<string>();
  for (const { path } of await house.sample())
    for (const script of scriptsOf(textOf((await house.get(path)).bytes))) scripts.add(script);
  const local = [...scripts].flatMap((address) => house.local(address) ?? []);
  return [
    ...(await each(
      local,
      (path) => path,
      async (path) => unless(!storage.test(textOf((await house.get(path)).bytes)), path, "uses the browser's storage"),
    )),
    ...house.client.seen().flatMap(({ method, path, status, headers }) => {
      const where = method === "GET" ? path : `${method} ${path}`;
      return [
        ...(headers.getSetCookie().length > 0 ? [fault(where, "sets a cookie")] : []),
        ...(status === 401 || status === 407 || headers.has("www-authenticate")
          ? [fault(where, `answers ${status} and asks who is there`)]
          : []),
      ];
    }),
  ];
}

/** How many requests are made at once: more than a browser would, fewer than would trouble anyone. */
const burst = 40;

/** Many requests at once are all answered, and nothing in the whole run was told to ask less. */
export async function noLimits(house: House): Promise<Finding[]> {
  const answers = await Promise.all(Array.from({ length: burst }, () => house.ask("/")));
  return distinct([
    ...answers
      .filter(({ status }) => status !== 200)
      .map(({ status }) => fault("/", `answers ${status} to one of ${burst} requests at once`)),
    ...house.client
      .seen()
      .filter(({ status }) => status === 429)
      .map(({ path }) => fault(path, "answers 429: it counts how often one asks")),
  ]);
}

/** Every answer of the whole run, errors too, may be read by a program in any web page. Redirects and 304 are the platform's and the cache's. */
export async function openOrigin(house: House): Promise<Finding[]> {
  return distinct(
    house.client
      .seen()
      .filter(({ status }) => status < 300 || status >= 400)
      .filter(({ headers }) => headers.get("access-control-allow-origin") !== "*")
      .map(({ method, path, status, headers }) =>
        fault(
          method === "GET" ? path : `${method} ${path}`,
          `answers ${status} with ${headers.has("access-control-allow-origin") ? `Access-Control-Allow-Origin: ${headers.get("access-control-allow-origin")}` : "no Access-Control-Allow-Origin"}; * was expected`,
        ),
      ),
  );
}

/** A browser, a crawler, an agent, a command, and one that does not say. */
const agents = [
  "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  "GPTBot/1.3",
  "Claude-User/1.0",
  "curl/8.14.1",
  "",
];

/** Every form of a page says the same, to everyone. */
export async function sameForAll(house: House): Promise<Finding[]> {
  const sample = await house.sample();
  const records = new Map(
    listAt(await house.document("corpus"), "documents").map((record) => [house.local(textAt(record, "url")), record]),
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
    ...(await each(
      asked,
      (path) => path,
      (path) => sameBytes(house, path),
    )),
    ...(await each(
      sample,
      ({ path }) => path,
      async ({ path, markdown_path, title, type }) => {
        const record = records.get(path);
        const [html, twin] = [textOf((await house.get(path)).bytes), textOf((await house.get(markdown_path)).bytes)];
        const forms = {
          title,
          html,
          twin,
          markdown: textAt(record, "markdown"),
          text: textAt(record, "text"),
          goes_on: type === "guestbook",
        };
        return (await house.laboratory.examine({ kind: "parity", forms })).flatMap((what) => unless(false, path, what));
      },
    )),
  ];
}

async function sameBytes(house: House, path: string): Promise<Finding[]> {
  const [first, ...others] = await Promise.all(
    agents.map((agent) => house.ask(path, { headers: { "user-agent": agent } })),
  );
  return others.flatMap(({ status, bytes }, index) =>
    unless(
      status === first?.status && Buffer.from(first.bytes).equals(bytes),
      path,
      `answers otherwise to “${agents[index + 1]}” than to a browser`,
    ),
  );
}
