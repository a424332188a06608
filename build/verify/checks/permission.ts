import { contentSignal, permissionSentence, strangersReservation, tdmReservation } from "../../model/permissions.ts";
import { textOf } from "../answer.ts";
import { each, type Finding, fault, unless } from "../finding.ts";
import { at, listAt, same, textAt } from "../json.ts";
import type { Site } from "../site.ts";
import { pagesPermit } from "./page-permission.ts";

/** Whether every place that states the permissions states those of the index, each in its own format. */
export async function freeToUse(site: Site): Promise<Finding[]> {
  return [
    ...(await documents(site)),
    ...(await robots(site)),
    ...(await reservation(site)),
    ...(await words(site)),
    ...(await pagesPermit(site)),
  ];
}

async function documents(site: Site): Promise<Finding[]> {
  const { permissions, license } = site;
  const whole = await each(["site", "greeting", "corpus", "ai_manifest"], async (id) => {
    const document = await site.document(id);
    return [
      ...agrees(id, "permissions", at(document, "permissions"), permissions),
      ...agrees(id, "license", at(document, "license"), license),
    ];
  });
  const records = listAt(await site.document("corpus"), "documents").filter(
    (record) => textAt(record, "license") !== license.id,
  );
  const croissant = site.endpoints.some(({ id }) => id === "croissant")
    ? agrees("croissant", "license", at(await site.document("croissant"), "license"), license.url)
    : [];
  return [
    ...whole,
    ...croissant,
    ...agrees("openapi", "info.license", at(await site.document("openapi"), "info", "license", "url"), license.url),
    ...records
      .slice(0, 3)
      .map((record) =>
        fault(
          "/api/corpus.json",
          `gives ${textAt(record, "url")} the license ${textAt(record, "license") || "(none)"}; ` +
            `the index says ${license.id}`,
        ),
      ),
  ];
}

function agrees(id: string, member: string, found: unknown, expected: unknown): Finding[] {
  return unless(
    same(found, expected),
    id,
    `\`${member}\` is ${JSON.stringify(found) ?? "missing"}; the index says ${JSON.stringify(expected)}`,
  );
}

/** Every group of robots.txt carries the signal, because a group that names a crawler hides the others from it. */
async function robots(site: Site): Promise<Finding[]> {
  const text = textOf((await site.get("/robots.txt")).bytes);
  const groups = text.split(/\n\s*\n/).filter((group) => /^user-agent:/im.test(group));
  const expected = contentSignal(site.permissions);
  return [
    ...unless(
      groups.some((group) => /^user-agent:\s*\*\s*$/im.test(group)),
      "/robots.txt",
      "has no group for everyone",
    ),
    ...groups.flatMap((group) => {
      const signal = /^content-signal:(.*)$/im.exec(group)?.[1]?.trim();
      const agent = /^user-agent:(.*)$/im.exec(group)?.[1]?.trim();
      return unless(
        signal === expected,
        "/robots.txt",
        `gives ${agent} the signal “${signal ?? "(none)"}”; the index says “${expected}”`,
      );
    }),
    ...unless(
      !Object.values(site.permissions).every(Boolean) || !/^disallow:\s*\S/im.test(text),
      "/robots.txt",
      "disallows something, although everything is permitted",
    ),
  ];
}

async function reservation(site: Site): Promise<Finding[]> {
  return each(["/.well-known/tdmrep.json"], async (path) => {
    const rules = listAt(await site.json(path));
    const own = reservationAt(rules, "/");
    const strangers = ["/guestbook/", "/api/guestbook"].filter(
      (address) => reservationAt(rules, address) !== strangersReservation,
    );
    return [
      ...unless(
        own === tdmReservation(site.permissions),
        path,
        `says ${JSON.stringify(own)}; the index says ${tdmReservation(site.permissions)}`,
      ),
      ...unless(
        strangers.length === 0,
        path,
        `does not reserve ${strangers.join(" and ")}, where visitors write; ` +
          `expected a rule with ${strangersReservation} before the others`,
      ),
    ];
  });
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
async function words(site: Site): Promise<Finding[]> {
  const sentence = permissionSentence(site.permissions);
  const manifesto = (await site.pages()).find(({ type }) => type === "manifesto");
  const paths = ["/llms.txt", ...(manifesto ? [manifesto.markdown_path] : [])];
  return each(paths, async (path) => {
    const text = textOf((await site.get(path)).bytes);
    return [
      ...unless(text.includes(sentence), path, `does not say “${sentence}”`),
      ...unless(text.includes(site.license.url), path, `does not name the license ${site.license.url}`),
    ];
  });
}
