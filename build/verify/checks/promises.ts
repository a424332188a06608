import { contentUsage, tdmReservation } from "../../model/permissions.ts";
import { checkFor, promiseChecks } from "../../model/promises.ts";
import type { Answer } from "../answer.ts";
import { differs, type Findings, headerDiffers, type Look, type Row } from "../finding.ts";
import { plainWords } from "../html.ts";
import { at, listAt, readExpected, textAt, textsAt } from "../json.ts";
import { wordsOfText } from "../parity.ts";
import { meetsExpectations, requestOf } from "../requests.ts";
import type { Site } from "../site.ts";
import { keptWords } from "./guestbook.ts";
import { freeToUse } from "./permission.ts";
import { noIdentity, noWatching, sameForAll } from "./visitors.ts";

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
  const words = wordsOfText(text);
  const covenant = textAt(await site.json(path), "covenant", "markdown").split("\n");
  const lost = covenant.find((line) => !text.includes(line));
  found.faults(path, [
    [lost !== undefined, `has in its covenant “${lost}”, which the manifesto lacks`],
    differs("has as many promises as", published.length, promiseChecks.length),
  ]);
  for (const [index, each] of promiseChecks.entries()) {
    const { id, requests, holds, command } = checkFor(each, site);
    const { title, text: promised } = textsAt(published[index], "title", "text");
    const said = [`${at(published[index], "number")} ${title} ${promised}`, holds].map(plainWords);
    const check = { requests, holds, command };
    found.faults(path, [
      differs(`publishes as promise ${index + 1}`, textAt(published[index], "id"), id),
      differs(`publishes as the check of \`${id}\``, at(published[index], "check"), check),
    ]);
    found.faults(page.markdown_path, [
      ...said.map((each): Row => [!words.includes(each), `does not say of \`${id}\` ${each}`]),
      [!text.includes(command), `does not show of \`${id}\` ${command}`],
    ]);
  }
}

/**
 * Headers, by the source of an answer (files or the guestbook's function) and by the promise they
 * keep.
 */
type Policies = Record<
  string,
  Record<"every" | "files" | "guestbook", Record<string, string>> & { statuses?: number[] }
>;

/** Checks that every answer of the run keeps a promise: whole policies are compared. */
function keeps(
  id: string,
  { permissions, license }: Site,
): (answer: Omit<Answer, "bytes">) => Row[] {
  const {
    statuses = [],
    every,
    files,
    guestbook,
  } = readExpected<Policies>("policies", {
    content_usage: contentUsage(permissions),
    tdm_reservation: tdmReservation(permissions),
    robots: permissions.search ? "" : "noindex",
    license_url: license.url,
  })[id] ?? {};
  return ({ path, status, headers }) => {
    const own = /^\/(api\/)?guestbook(\.xml|\/)?(\?|$)/.test(path) ? guestbook : files;
    // The platform answers with redirects, and caches with 304.
    const policies = status >= 300 && status < 400 ? {} : { ...every, ...own };
    return [
      [statuses.includes(status), `answers ${status}`],
      ...Object.entries(policies).map(([name, value]) => headerDiffers({ headers }, name, value)),
    ];
  };
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
      const rowsOf = keeps(check.id, site);
      for (const answer of site.client.seen) found.faults(requestOf(answer), rowsOf(answer));
    },
  ]),
);
