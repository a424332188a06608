import { contentSignal, permissionSentence, strangersReservation, tdmReservation } from "../../model/permissions.ts";
import { each, type Findings } from "../finding.ts";
import { at, listAt, same, textAt } from "../json.ts";
import type { Site } from "../site.ts";
import { pagesPermit } from "./page-permission.ts";

/** Whether every place that states the permissions states those of the index, each in its own format. */
export async function freeToUse(site: Site, found: Findings): Promise<void> {
  await documents(site, found);
  await robots(site, found);
  await each(found, ["/.well-known/tdmrep.json"], (path, found) => reservation(site, path, found));
  await words(site, found);
  await pagesPermit(site, found);
}

async function documents(site: Site, found: Findings): Promise<void> {
  const { permissions, license } = site;
  await each(found, ["site", "greeting", "corpus", "ai_manifest"], async (id, found) => {
    const document = await site.document(id);
    agrees(id, "permissions", at(document, "permissions"), permissions, found);
    agrees(id, "license", at(document, "license"), license, found);
  });
  if (site.endpoints.some(({ id }) => id === "croissant"))
    agrees("croissant", "license", at(await site.document("croissant"), "license"), license.url, found);
  agrees("openapi", "info.license", at(await site.document("openapi"), "info", "license", "url"), license.url, found);
  const records = listAt(await site.document("corpus"), "documents");
  for (const record of records.filter((record) => textAt(record, "license") !== license.id).slice(0, 3))
    found.fault(
      "/api/corpus.json",
      `gives ${textAt(record, "url")} the license ${textAt(record, "license") || "(none)"}; ` +
        `the index says ${license.id}`,
    );
}

function agrees(id: string, member: string, stated: unknown, expected: unknown, found: Findings): void {
  const shown = JSON.stringify(stated) ?? "missing";
  if (!same(stated, expected)) found.fault(id, `\`${member}\` is ${shown}; the index says ${JSON.stringify(expected)}`);
}

/** Every group of robots.txt carries the signal, because a group that names a crawler hides the others from it. */
async function robots(site: Site, found: Findings): Promise<void> {
  const path = "/robots.txt";
  const text = await site.text(path);
  const groups = text.split(/\n\s*\n/).filter((group) => /^user-agent:/im.test(group));
  const expected = contentSignal(site.permissions);
  if (!groups.some((group) => /^user-agent:\s*\*\s*$/im.test(group))) found.fault(path, "has no group for everyone");
  for (const group of groups) {
    const signal = /^content-signal:(.*)$/im.exec(group)?.[1]?.trim() ?? "(none)";
    const agent = /^user-agent:(.*)$/im.exec(group)?.[1]?.trim();
    if (signal !== expected) found.fault(path, `gives ${agent} the signal “${signal}”; the index says “${expected}”`);
  }
  if (Object.values(site.permissions).every(Boolean) && /^disallow:\s*\S/im.test(text))
    found.fault(path, "disallows something, although everything is permitted");
}

async function reservation(site: Site, path: string, found: Findings): Promise<void> {
  const rules = listAt(await site.json(path));
  const stated = reservationAt(rules, "/");
  const expected = tdmReservation(site.permissions);
  if (stated !== expected) found.fault(path, `says ${JSON.stringify(stated)}; the index says ${expected}`);
  const strangers = ["/guestbook/", "/api/guestbook"].filter(
    (address) => reservationAt(rules, address) !== strangersReservation,
  );
  if (strangers.length > 0)
    found.fault(
      path,
      `does not reserve ${strangers.join(" and ")}, where visitors write; ` +
        `expected a rule with ${strangersReservation} before the others`,
    );
}

/** The reservation of a path, by the first rule that matches. Locations are prefixes; `$` ends one, `*` is any text. */
function reservationAt(rules: readonly unknown[], path: string): unknown {
  const rule = rules.find((candidate) => {
    const location = textAt(candidate, "location");
    const pattern = location
      .replace(/\$$/, "")
      .split("*")
      .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"))
      .join(".*?");
    return location !== "" && new RegExp(`^${pattern}${location.endsWith("$") ? "$" : ""}`).test(path);
  });
  return at(rule, "tdm-reservation");
}

/** Whether llms.txt and the manifesto state the permissions as a sentence, and name the license. */
async function words(site: Site, found: Findings): Promise<void> {
  const sentence = permissionSentence(site.permissions);
  const manifesto = (await site.pages()).find(({ type }) => type === "manifesto");
  const paths = ["/llms.txt", ...(manifesto ? [manifesto.markdown_path] : [])];
  await each(found, paths, async (path, found) => {
    const text = await site.text(path);
    if (!text.includes(sentence)) found.fault(path, `does not say “${sentence}”`);
    if (!text.includes(site.license.url)) found.fault(path, `does not name the license ${site.license.url}`);
  });
}
