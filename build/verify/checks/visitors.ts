import { hostsInStyle, watchingIn } from "../../lib/page-policy.ts";
import { type Answer, attributeOf, elementsOf, shownHeader } from "../answer.ts";
import type { Findings, Row } from "../finding.ts";
import { listAt, textAt } from "../json.ts";
import { compareForms } from "../parity.ts";
import type { Site } from "../site.ts";

// What the first five promises say of how visitors are treated.

const storage = /\b(localStorage|sessionStorage|indexedDB|cookieStore|document\.cookie)\b/;

/** What must be true of every answer of the run, by the promise that another answer would break. */
export const ofEveryAnswer: Readonly<Record<string, (answer: Omit<Answer, "bytes">) => Row[]>> = {
  "no-identity": ({ status, headers }) => [
    [headers.getSetCookie().length > 0, "sets a cookie"],
    [status === 401 || status === 407 || headers.has("www-authenticate"), `answers ${status} and asks for credentials`],
  ],
  "no-limits": ({ status }) => [[status === 429, "answers 429: it counts how often one asks"]],
  "open-origin": (answer) => {
    const { status, headers } = answer;
    // Redirects and 304 are left out: the platform and caches make those.
    const isReadable = headers.get("access-control-allow-origin") === "*" || (status >= 300 && status < 400);
    const shown = shownHeader(answer, "Access-Control-Allow-Origin");
    return [[!isReadable, `answers ${status} with ${shown}; \`*\` was expected`]];
  },
};

/** Whether no script uses the browser's storage. */
export async function noIdentity(site: Site, found: Findings): Promise<void> {
  const scripts = await loadedByPages(site, "script", "src");
  await found.each(scripts, async (path) => [[storage.test(await site.text(path)), "uses the browser's storage"]]);
}

/** Addresses of the site in an attribute of the elements of a name, on all pages that are looked at. */
async function loadedByPages(site: Site, name: string, attribute: string, rel = /^/): Promise<string[]> {
  const addresses = new Set<string>();
  for (const { path } of await site.sample())
    for (const element of elementsOf(await site.text(path)))
      if (element.name === name && rel.test(attributeOf(element, "rel")))
        addresses.add(attributeOf(element, attribute));
  return [...addresses].flatMap((address) => site.local(address) ?? []);
}

/** Types of pages that have a script of their own. */
const withScript = new Set(["api", "guestbook", "search"]);

/** Whether no page loads anything from another origin, and only the pages that need a script run one. */
export async function noWatching(site: Site, found: Findings): Promise<void> {
  const { client, local } = site;
  const isForeign = (address: string, path: string): boolean => {
    if (address === "" || /^(data|about):/i.test(address)) return false;
    return local(URL.parse(address, client.origin + path)?.href ?? address) === null;
  };
  await found.each(await site.sample(), async ({ path, type }) => {
    const policy = (await site.get(path)).headers.get("content-security-policy") ?? "";
    const isClosed = policy.includes("default-src 'none'");
    const problems = watchingIn(await site.text(path), withScript.has(type), (address) => isForeign(address, path));
    return [
      [!isClosed, "has no Content-Security-Policy that forbids what it does not name"],
      ...problems.map((what): Row => [true, what]),
    ];
  });
  const sheets = await loadedByPages(site, "link", "href", /\bstylesheet\b/i);
  await found.each(sheets, async (path) => {
    const loads = hostsInStyle(await site.text(path));
    return loads.map(({ address }) => [local(address) === null, `loads ${address} from another origin`]);
  });
}

/** How many requests are made at once: more than a browser makes, too few to be a load. */
const burst = 40;

/** Whether many requests at once are all answered. */
export async function noLimits(site: Site, found: Findings): Promise<void> {
  const answers = await Promise.all(Array.from({ length: burst }, () => site.ask("/")));
  const refused = answers.find(({ status }) => status !== 200);
  found.faults("/", [[refused !== undefined, `answers ${refused?.status} to one of ${burst} requests at once`]]);
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
export async function sameForAll(site: Site, found: Findings): Promise<void> {
  const sample = await site.sample();
  const twin = sample.at(-1)?.markdown_path ?? "/index.md";
  const asked = ["/", twin, "/llms.txt", "/robots.txt", "/api/index.json", "/api/guestbook"];
  await found.each(asked, async (path) => {
    const ask = (agent: string) => site.ask(path, { headers: { "user-agent": agent } });
    const [first, ...others] = await Promise.all(agents.map(ask));
    return others.map(({ status, bytes }, index) => [
      status !== first?.status || !Buffer.from(first.bytes).equals(bytes),
      `gives “${agents[index + 1]}” another answer than a browser`,
    ]);
  });
  const records = listAt(await site.document("corpus"), "documents");
  const byPath = new Map(records.map((record) => [site.local(textAt(record, "url")), record]));
  await found.each(sample, async ({ path, markdown_path, title, type, generated }) => {
    const record = byPath.get(path);
    const forms = {
      title,
      html: await site.text(path),
      twin: await site.text(markdown_path),
      markdown: generated ? null : textAt(record, "markdown"),
      text: generated ? null : textAt(record, "text"),
      has_entries: type === "guestbook",
    };
    return compareForms(forms).map((what) => [true, what]);
  });
}
