import { createRequire } from "node:module";
import type library from "robots-parser";
import { contentSignal, contentUsage, tdmReservation } from "../../model/permissions.ts";
import { checkFor, promiseChecks } from "../../model/promises.ts";
import { differs, type Findings, headerDiffers, type Look, type Row } from "../finding.ts";
import { plainWords } from "../html.ts";
import { at, listAt, readExpected, textAt, textsAt } from "../json.ts";
import { wordsOfText } from "../parity.ts";
import { meetsExpectations, probesFor, requestOf } from "../requests.ts";
import type { Site } from "../site.ts";
import { keptWords } from "./guestbook.ts";
import { pageRows } from "./page-facts.ts";
import { noIdentity, noWatching, sameForAll } from "./visitors.ts";

// Its types say that the function is the module's member `default`, but it is the module itself.
const readRobots = createRequire(import.meta.url)("robots-parser") as typeof library.default;

/** Crawlers, by the purpose that their operators state. */
export const crawlers = readExpected<Readonly<Record<string, readonly string[]>>>("crawlers");

/**
 * Whether the published checks are the same as those run here, and are on the manifesto's page.
 * They are only compared: no published text is executed.
 */
export async function manifest(site: Site, found: Findings): Promise<void> {
  const path = "/api/manifest.json";
  const published = listAt(await site.json(path), "promises");
  const page = (await site.pages()).find(({ type }) => type === "manifesto");
  if (page === undefined) return found.faults("/api/site.json", [[true, "lists no manifesto"]]);
  const text = await site.text(page.markdown_path);
  const parts = text.split(/^(?=### )/m);
  const covenant = textAt(await site.json(path), "covenant", "markdown").split("\n");
  const lost = covenant.find((line) => !text.includes(line));
  found.faults(path, [
    [lost !== undefined, `has in its covenant “${lost}”, which the manifesto lacks`],
    differs("has as many promises as", published.length, promiseChecks.length),
  ]);
  for (const [index, each] of promiseChecks.entries()) {
    const { id, requests, holds, command } = checkFor(each, site);
    const promise = published[index];
    const { id: given, title, text: promised } = textsAt(promise, "id", "title", "text");
    const start = plainWords(`${at(promise, "number")} ${title}`);
    const said = [`${start} ${plainWords(promised)}`, plainWords(holds)];
    const part = parts.find((each) => plainWords(each).startsWith(start)) ?? text;
    const words = wordsOfText(part);
    // Calls, and what is sent with them, are written as code.
    const [, line = ""] = part.split(/\*\*(?:Ask|What must hold):\*\*/);
    const asked = line.split("`").filter((_, at) => at % 2 === 1);
    const expected = requests.flatMap(({ method, path, headers, body }) =>
      [`${method} ${path}`, headers?.["User-Agent"], body].filter(Boolean),
    );
    const check = { requests, holds, command };
    found.faults(path, [
      differs(`publishes as promise ${index + 1}`, given, id),
      differs(`publishes as the check of \`${id}\``, at(promise, "check"), check),
    ]);
    found.faults(page.markdown_path, [
      ...said.map((each): Row => [!words.includes(each), `does not say of \`${id}\` ${each}`]),
      differs(`asks for \`${id}\``, asked, expected),
      [!part.includes(command), `does not show of \`${id}\` ${command}`],
    ]);
  }
}

/** Whether the permissions are the same as in the index wherever they are stated. */
async function freeToUse(site: Site, found: Findings): Promise<void> {
  const { permissions, base_url } = site;
  await found.each(["/robots.txt"], async (path) => {
    const text = await site.text(path);
    const groups = text.split(/\n\s*\n/).filter((group) => /^user-agent:/im.test(group));
    const signals = groups.map((group) => /^content-signal:(.*)$/im.exec(group)?.[1]?.trim());
    const rules = readRobots(base_url + path, text);
    // A crawler without a group, here `others`, may read in any case.
    const names = Object.values(crawlers).flat();
    const agents = Array.from(text.matchAll(/^user-agent:[ \t]*(\S+)/gim), ([, name]) => name);
    const kept = [...names, "others"].filter((name) => rules.isDisallowed(`${base_url}/`, name));
    const refused = Object.entries(crawlers).filter(([use]) => !at(permissions, use));
    const signal = contentSignal(permissions);
    return [
      // Every group must have the signal, because a crawler with a group of its own ignores the
      // others.
      differs("does not name", names.filter((name) => !agents.includes(name)).join(", "), ""),
      differs("has groups with the signal", [...new Set(signals)].join(", "), signal),
      differs("keeps out", kept.join(", "), refused.flatMap(([, names]) => names).join(", ")),
    ];
  });
  const manifesto = (await site.pages()).find(({ type }) => type === "manifesto");
  const { "free-to-use": probes } = probesFor(site, manifesto?.markdown_path);
  await meetsExpectations(site, probes, found);
  await found.each(await site.sample(), (page) => pageRows(page, site, "free-to-use"));
}

/** Headers by the source of an answer, files or the guestbook's function; and forbidden statuses. */
type Policy = Partial<Record<"every" | "files" | "guestbook", Record<string, string>>> & {
  statuses?: number[];
};

/** Checks that every answer of the run keeps a promise: whole policies are compared. */
function keepsPolicy(id: string, { client, permissions, license }: Site, found: Findings): void {
  const policies = readExpected<Record<string, Policy>>("policies", {
    content_usage: contentUsage(permissions),
    tdm_reservation: tdmReservation(permissions),
    robots: permissions.search ? "" : "noindex",
    license_url: license.url,
  });
  const { statuses = [], every, files, guestbook } = policies[id] ?? {};
  for (const answer of client.seen) {
    const { path, status } = answer;
    const own = /^\/(api\/)?guestbook(\.xml|\/)?(\?|$)/.test(path) ? guestbook : files;
    // The platform answers with redirects, and caches with 304.
    const headers = status >= 300 && status < 400 ? {} : { ...every, ...own };
    found.faults(requestOf(answer), [
      [statuses.includes(status), `answers ${status}`],
      ...Object.entries(headers).map(([name, value]) => headerDiffers(answer, name, value)),
    ]);
  }
}

/** Checks beyond the published requests, for example of all pages instead of one. */
const moreChecks: Readonly<Record<string, Look>> = {
  "no-identity": noIdentity,
  "no-watching": noWatching,
  "same-for-all": sameForAll,
  "free-to-use": freeToUse,
  "kept-words": keptWords,
};

/**
 * The seven promises by their ids: each is checked with its published requests, with more checks,
 * and by all answers of the run.
 */
export const promises: Readonly<Record<string, Look>> = Object.fromEntries(
  promiseChecks.map((check) => [
    check.id,
    async (site: Site, found: Findings) => {
      await meetsExpectations(site, checkFor(check, site).requests, found);
      await moreChecks[check.id]?.(site, found);
      keepsPolicy(check.id, site, found);
    },
  ]),
);
