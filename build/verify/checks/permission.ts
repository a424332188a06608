import { piecesOf } from "../../lib/markup.ts";
import {
  contentSignal,
  contentUsage,
  permissionSentence,
  strangersReservation,
  tdmReservation,
} from "../../model/permissions.ts";
import { textOf } from "../client.ts";
import { each, type Finding, fault, unless } from "../finding.ts";
import { at, isTooDeep, listAt, same, textAt } from "../json.ts";
import type { Site } from "../site.ts";

/** Every place that states the permissions states those of the index, each in its own format. */
export async function freeToUse(site: Site): Promise<Finding[]> {
  return [
    ...(await documents(site)),
    ...(await robots(site)),
    ...(await reservation(site)),
    ...(await words(site)),
    ...(await pages(site)),
  ];
}

async function documents(site: Site): Promise<Finding[]> {
  const { permissions, license } = site;
  const whole = await each(
    ["site", "greeting", "corpus", "ai_manifest"],
    (id) => id,
    async (id) => {
      const document = await site.document(id);
      return [
        ...agrees(id, "permissions", at(document, "permissions"), permissions),
        ...agrees(id, "license", at(document, "license"), license),
      ];
    },
  );
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
        `tells ${agent} “${signal ?? "nothing"}”; the index says “${expected}”`,
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
  return each(
    ["/.well-known/tdmrep.json"],
    (path) => path,
    async (path) => {
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
    },
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

/** Where the permission stands in words. */
async function words(site: Site): Promise<Finding[]> {
  const sentence = permissionSentence(site.permissions);
  const manifesto = (await site.pages()).find(({ type }) => type === "manifesto");
  const paths = ["/llms.txt", ...(manifesto ? [manifesto.markdown_path] : [])];
  return each(
    paths,
    (path) => path,
    async (path) => {
      const text = textOf((await site.get(path)).bytes);
      return [
        ...unless(text.includes(sentence), path, `does not say “${sentence}”`),
        ...unless(text.includes(site.license.url), path, `does not name the license ${site.license.url}`),
      ];
    },
  );
}

async function pages(site: Site): Promise<Finding[]> {
  const sample = await site.sample();
  const documents = site.endpoints
    .filter(({ method, path, id }) => method === "GET" && !path.includes("{") && id !== "guestbook")
    .map(({ path }) => path);
  const content = sample
    .filter(({ type }) => type !== "guestbook")
    .flatMap(({ path, markdown_path }) => [path, markdown_path]);
  return [
    ...(await each(
      [...documents, ...content],
      (path) => path,
      (path) => headers(site, path),
    )),
    ...(await each(
      sample,
      ({ path }) => path,
      ({ path, markdown_path, type }) => markup(site, path, markdown_path, type),
    )),
  ];
}

async function headers({ get, permissions, license }: Site, path: string): Promise<Finding[]> {
  const { headers } = await get(path);
  const expected: Record<string, string> = {
    "content-usage": contentUsage(permissions),
    "tdm-reservation": String(tdmReservation(permissions)),
  };
  const noindex = /noindex/.test(headers.get("x-robots-tag") ?? "");
  return [
    ...Object.entries(expected).flatMap(([name, value]) =>
      unless(
        headers.get(name) === value,
        path,
        `has ${name}: ${headers.get(name) ?? "(none)"}; the index says ${value}`,
      ),
    ),
    ...unless(
      (headers.get("link") ?? "").includes(`<${license.url}>; rel="license"`),
      path,
      "names another license in its Link header, or none",
    ),
    ...unless(
      noindex === !permissions.search,
      path,
      noindex ? "asks not to be indexed, although that is permitted" : "lacks X-Robots-Tag: noindex",
    ),
  ];
}

/** What a page says of its license in HTML and JSON-LD, and its twin in front matter. */
async function markup({ get, license }: Site, path: string, markdown_path: string, type: string): Promise<Finding[]> {
  const pieces = piecesOf(textOf((await get(path)).bytes));
  const links = pieces.flatMap((piece) =>
    piece.kind === "open" && /\blicense\b/.test(piece.attributes.get("rel") ?? "")
      ? [piece.attributes.get("href") ?? ""]
      : [],
  );
  const scripts = pieces.flatMap((piece, index) => {
    const next = pieces[index + 1];
    return piece.kind === "open" &&
      piece.name === "script" &&
      piece.attributes.get("type") === "application/ld+json" &&
      next?.kind === "text"
      ? [next.text]
      : [];
  });
  const stated = scripts.flatMap((text) => licensesIn(parsedOrNull(text)));
  // The guestbook's page shows what visitors wrote, which the license does not cover; it need not name it.
  const needed = type !== "guestbook";
  const twin = textOf((await get(markdown_path)).bytes).split("\n---\n")[0] ?? "";
  return [
    ...unless(
      (links.length > 0 || !needed) && links.every((href) => href === license.url),
      path,
      `links to the license ${links.join(", ") || "nowhere"}; the index says ${license.url}`,
    ),
    ...unless(
      (stated.length > 0 || !needed) && stated.every((url) => url === license.url),
      path,
      `states the license ${[...new Set(stated)].join(", ") || "nowhere"} in its structured data; ` +
        `the index says ${license.url}`,
    ),
    ...unless(
      scripts.every((text) => text.includes('"isAccessibleForFree":true')),
      path,
      "does not say in its structured data that it is free to read",
    ),
    ...unless(
      !needed || twin.includes(`\nlicense: ${JSON.stringify(license.id)}\n`),
      markdown_path,
      `does not state the license ${license.id} in its front matter`,
    ),
    ...unless(
      !pieces.some(
        (piece) =>
          piece.kind === "open" && piece.name === "meta" && /noindex|noai/i.test(piece.attributes.get("content") ?? ""),
      ),
      path,
      "takes back in a <meta> what it permits elsewhere",
    ),
  ];
}

/** Every `license` in JSON-LD, however deep. */
function licensesIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    key === "license" && typeof item === "string" ? [item] : licensesIn(item),
  );
}

function parsedOrNull(text: string): unknown {
  try {
    return isTooDeep(text) ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
