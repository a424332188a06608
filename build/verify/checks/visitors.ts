import { mapConcurrently } from "../../lib/map-concurrently.ts";
import { hostsInStyle, policyViolations } from "../../model/page-policy.ts";
import { mediaTypeOf } from "../answer.ts";
import type { Findings } from "../finding.ts";
import { elementsIn } from "../html.ts";
import { textsAt } from "../json.ts";
import { compareForms } from "../parity.ts";
import { missingPage, type Site } from "../site.ts";

// Checks of promises about the treatment of visitors.

const storage = /\b(localStorage|sessionStorage|indexedDB|cookieStore|document\.cookie)\b/;

/** An address that begins with a host, in the text of a script. */
const host = /https?:\/\/[^\s"'`]*|["'`]\/\/[^\s"'`]+/g;

/** Whether no script uses the browser's storage. */
export async function noIdentity(site: Site, found: Findings): Promise<void> {
  await found.each(await loadedByPages(site), async ({ script }) => [
    [storage.test(script), "uses the browser's storage"],
  ]);
}

/** The scripts, style sheets and pictures that the heads of all sampled pages name. */
export async function loadedByPages(site: Site) {
  const pages = await Promise.all((await site.sample()).map(({ path }) => site.text(path)));
  const loaders = pages.flatMap((html) => elementsIn(html, "script|link|meta"));
  const loaded = loaders.map(({ attribs: { src, href, property, content } }) =>
    property === "og:image" ? content : (src ?? href),
  );
  const paths = loaded.flatMap((address = "") => site.local(address) ?? []);
  return mapConcurrently([...new Set(paths)], async (path) => {
    const type = mediaTypeOf(await site.get(path));
    const text = await site.text(path);
    const script = type.endsWith("javascript") ? text : "";
    return { path, text, script, style: type === "text/css" ? text : "" };
  });
}

/** Whether no page loads from another origin, and only pages that need a script run one. */
export async function noWatching(site: Site, found: Findings): Promise<void> {
  const looked = [...(await site.sample()), { path: missingPage, type: "error" }];
  await found.each(looked, async ({ path, type }) => {
    const isForeign = (address: string): boolean =>
      address !== "" && !/^(data|about):/i.test(address) && site.linked(address, path) === null;
    const hasScript = type === "guestbook" || type === "search";
    const watching = policyViolations(await site.text(path), hasScript, isForeign);
    return watching.map((what) => [true, what]);
  });
  await found.each(await loadedByPages(site), async ({ script, style }) => {
    const inStyle = hostsInStyle(style).map(({ address }) => address);
    const hosts = [...(script.match(host) ?? []), ...inStyle];
    const foreign = hosts.filter((address) => site.local(address) === null);
    return foreign.map((each) => [true, `loads or names ${each}, which is of another origin`]);
  });
}

/** User agents: a browser, a crawler, an agent, a command, and an empty one. */
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const agents = [firefox, "GPTBot/1.3", "Claude-User/1.0", "curl/8.14.1", ""];

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
  const records = await site.records();
  await found.each(sample, async ({ path, markdown_path, url, title, type, generated, partly }) => {
    const record = generated || partly ? undefined : records.get(url);
    const html = await site.text(path);
    const twin = await site.text(markdown_path);
    const own = record ? textsAt(record, "markdown", "text") : { markdown: null, text: null };
    const words = await site.wordsOn(path);
    const forms = { title, html, twin, ...own, has_entries: type === "guestbook", words };
    return compareForms(forms).map((what) => [true, what]);
  });
}
