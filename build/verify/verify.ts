import { NoAnswer, RunOver } from "./answer.ts";
import { agreement } from "./checks/agreement.ts";
import { index, openapi } from "./checks/api.ts";
import { digests } from "./checks/digests.ts";
import { documents, missing, pages, returning } from "./checks/documents.ts";
import { guestbook } from "./checks/guestbook.ts";
import { links } from "./checks/links.ts";
import { manifest, promises } from "./checks/promises.ts";
import { guestbookRefusals } from "./checks/refusals.ts";
import { schemas } from "./checks/schemas.ts";
import { signing } from "./checks/signing.ts";
import { createClient, defaultLimits, type Limits } from "./client.ts";
import { createExaminer } from "./examine.ts";
import { type Check, createFindings } from "./finding.ts";
import { textAt } from "./json.ts";
import { type CheckReport, type Report, summarize } from "./report.ts";
import { discover, type Site } from "./site.ts";

/** Every check, in the order of the report. The promises come last because they look at every answer of the run. */
const checks: readonly Check[] = [
  index,
  documents,
  pages,
  missing,
  returning,
  schemas,
  agreement,
  digests,
  links,
  openapi,
  guestbook,
  guestbookRefusals,
  manifest,
  ...promises,
  signing,
];

interface VerifyOptions {
  /** May sign the guestbook, once. */
  write?: boolean;
  /** Notes links in the text of pages that lead nowhere, in place of reporting them as faults. */
  lenient?: boolean;
  limits?: Partial<Limits>;
  /** How many pages are checked one by one: all of a smaller site. */
  sample?: number;
  /** Milliseconds between two reads while waiting for a new entry. */
  wait?: number;
  /** Called before each check with its title, how many are done, and of how many. */
  progress?: (title: string, done: number, total: number) => void;
}

type Outcome = Pick<CheckReport, "holds" | "findings">;

/**
 * Checks a running site: everything it publishes against the contract, and its seven promises. Writes nothing unless
 * `write` is set.
 * @param origin Scheme, host and port.
 * @throws NoAnswer where there is nothing to check: no host, no index.
 */
export async function verify(
  origin: string,
  { write = false, lenient = false, limits = {}, sample = 60, wait = 2000, progress }: VerifyOptions = {},
): Promise<Report> {
  const bounds = { ...defaultLimits, ...limits };
  const client = createClient(origin, bounds);
  const site = await discover({ client, examiner: createExaminer(bounds.examination), wait, lenient, sample });
  const planned = checks.filter(({ part }) => part !== "writing" || write);
  const reports: CheckReport[] = [];
  let over = false;
  for (const check of planned) {
    progress?.(check.title, reports.length, planned.length);
    const { id, title, part } = check;
    const report: Outcome = over ? { holds: null, findings: [] } : await run(check, site);
    over ||= report.holds === null;
    reports.push({ id, title, part, ...report });
  }
  const holds = reports.every((report) => report.holds === true);
  const requests = client.requests();
  const { base_url } = site;
  return {
    url: origin,
    base_url,
    name: textAt(site.index, "name"),
    version: textAt(site.index, "version"),
    checks: reports,
    holds,
    requests,
    summary: summarize({ url: origin, base_url, checks: reports, requests }),
  };
}

/** Runs one check. An error that it throws because of what the site sent becomes a finding, after those before it. */
async function run(check: Check, site: Site): Promise<Outcome> {
  const found = createFindings();
  let isOver = false;
  try {
    await check.run(site, found);
  } catch (error) {
    isOver = error instanceof RunOver;
    const message = error instanceof Error ? error.message : String(error);
    if (isOver) found.fault(check.id, `was not finished: ${message}`);
    else
      found.fault(
        check.id,
        error instanceof NoAnswer ? message : `this check failed on what the site sent: ${message}`,
      );
  }
  const findings = found.list;
  return { holds: isOver ? null : !findings.some(({ level }) => level === "fault"), findings };
}
