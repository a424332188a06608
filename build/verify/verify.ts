import { NoAnswer } from "./answer.ts";
import { agreement } from "./checks/agreement.ts";
import { digests } from "./checks/digests.ts";
import { documents, index, missing, pages, returning } from "./checks/documents.ts";
import { guestbook } from "./checks/guestbook.ts";
import { links } from "./checks/links.ts";
import { manifest, promises } from "./checks/promises.ts";
import { openapi, schemas } from "./checks/schemas.ts";
import { guestbookRefusals, signing } from "./checks/signing.ts";
import { createClient, type Limits } from "./client.ts";
import { createFindings, type Look } from "./finding.ts";
import { textAt } from "./json.ts";
import type { CheckReport, Report } from "./report.ts";
import { discover, type Manner, type Site } from "./site.ts";

/** Every check, in the order of the report. The promises come last because they look at every answer of the run. */
const checks: readonly (readonly [part: CheckReport["part"], id: string, title: string, look: Look])[] = [
  ["contract", "index", "The index leads to everything the contract names", index],
  ["contract", "documents", "Every document is there, with its media type", documents],
  ["contract", "pages", "Every page is there, as HTML and as Markdown", pages],
  ["contract", "missing", "Unknown addresses answer 404, in JSON under /api/", missing],
  ["contract", "returning", "A copy can be checked: ETag, 304 and HEAD", returning],
  ["contract", "schemas", "Every JSON document follows its published schema", schemas],
  ["contract", "agreement", "The documents agree with one another on counts, versions and addresses", agreement],
  ["contract", "digests", "Every stated digest is that of the bytes served", digests],
  ["contract", "links", "Every address of the site that is named anywhere leads somewhere", links],
  ["contract", "openapi", "OpenAPI describes what really answers", openapi],
  ["contract", "guestbook", "The guestbook is read as the contract says", guestbook],
  ["contract", "guestbook-refusals", "The guestbook refuses what it must, and says why", guestbookRefusals],
  ["promises", "manifest", "The checks that are published are the checks that are run", manifest],
  ...promises.map((promise) => ["promises", ...promise] as const),
  ["writing", "signing", "An entry that was accepted is in the list, word for word", signing],
];

interface VerifyOptions extends Partial<Manner> {
  /** May sign the guestbook, once. */
  write?: boolean;
  limits?: Partial<Limits>;
}

/**
 * Checks a running site: everything it publishes against the contract, and its seven promises. Writes nothing unless
 * `write` is set.
 * @param origin Scheme, host and port.
 * @throws NoAnswer where there is nothing to check: no host, no index.
 */
export async function verify(
  origin: string,
  { write = false, limits = {}, sample = 60, wait = 2000 }: VerifyOptions = {},
): Promise<Report> {
  const client = createClient(origin, limits);
  const site = await discover(client, { sample, wait });
  const reports: CheckReport[] = [];
  for (const [part, id, title, look] of checks) {
    if (part === "writing" && !write) continue;
    reports.push({ id, title, part, ...(await run(id, look, site)) });
  }
  return {
    url: origin,
    base_url: site.base_url,
    name: textAt(site.index, "name"),
    version: textAt(site.index, "version"),
    checks: reports,
    holds: reports.every(({ holds }) => holds),
    requests: client.requests(),
  };
}

/** Runs one check. An error that it throws because of what the site sent becomes its first finding. */
async function run(id: string, look: Look, site: Site): Promise<Pick<CheckReport, "holds" | "findings">> {
  const found = createFindings();
  try {
    await look(site, found);
  } catch (error) {
    const { message } = error as Error;
    const why = error instanceof NoAnswer ? "" : "this check failed on what the site sent: ";
    return { holds: false, findings: [{ level: "fault", where: id, what: why + message }, ...found.list()] };
  }
  const findings = found.list();
  return { holds: !findings.some(({ level }) => level === "fault"), findings };
}
