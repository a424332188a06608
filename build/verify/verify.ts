import { checks } from "./checks.ts";
import { createClient, defaultLimits, type Limits, NoAnswer } from "./client.ts";
import { type Check, fault } from "./finding.ts";
import { discover, type House, indexPath } from "./house.ts";
import { textAt } from "./json.ts";
import type { CheckReport, Report } from "./report.ts";
import { summarize } from "./report.ts";
import { createLaboratory, type Laboratory } from "./sandbox.ts";

export interface VerifyOptions {
  /** May sign the guestbook, once. */
  write?: boolean;
  limits?: Partial<Limits>;
  /** Where schemas and texts are examined; several runs may share one. Without it the run has its own. */
  laboratory?: Laboratory;
  /** How many pages are looked at one by one; all of a site that has no more. */
  sample?: number;
  /** Milliseconds between two looks for an entry that was just signed. */
  wait?: number;
  /** Told before each check. */
  progress?: (done: number, of: number, title: string) => void;
}

type Outcome = Pick<CheckReport, "holds" | "findings">;

/**
 * Checks a running house: everything it publishes against the contract, and its seven promises. Reads only, unless told to write.
 * @param origin Scheme, host and port.
 * @throws NoAnswer where there is nothing to check: no host, no index.
 */
export async function verify(
  origin: string,
  { write = false, limits = {}, laboratory: shared, sample = 60, wait = 2000, progress }: VerifyOptions = {},
): Promise<Report> {
  const client = createClient(origin, { ...defaultLimits, ...limits });
  const laboratory = shared ?? createLaboratory();
  try {
    const house = await found(() => discover({ client, laboratory, wait, sample }));
    const planned = checks.filter(({ part }) => part !== "writing" || write);
    const reports: CheckReport[] = [];
    let over = false;
    for (const check of planned) {
      progress?.(reports.length, planned.length, check.title);
      const { id, title, part } = check;
      const report: Outcome = over ? { holds: null, findings: [] } : await run(check, house);
      over ||= report.holds === null;
      reports.push({ id, title, part, ...report });
    }
    const holds = reports.every((report) => report.holds === true);
    const { requests } = client.used();
    const { base_url } = house;
    return {
      url: origin,
      base_url,
      name: textAt(house.index, "name"),
      version: textAt(house.index, "version"),
      checks: reports,
      holds,
      requests,
      summary: summarize({ url: origin, base_url, checks: reports, requests }),
    };
  } finally {
    if (laboratory !== shared) await laboratory.close();
  }
}

async function found(look: () => Promise<House>): Promise<House> {
  try {
    return await look();
  } catch (error) {
    throw error instanceof NoAnswer ? new NoAnswer(error.kind, `${indexPath}: ${error.message}.`) : error;
  }
}

/** Runs one check. Whatever a site sends, a check ends with findings. */
async function run(check: Check, house: House): Promise<Outcome> {
  try {
    const findings = await check.run(house);
    return { holds: !findings.some(({ level }) => level === "fault"), findings };
  } catch (error) {
    if (error instanceof NoAnswer && error.kind === "over")
      return { holds: null, findings: [fault(check.id, `was not finished: ${error.message}`)] };
    const what =
      error instanceof NoAnswer
        ? error.message
        : `this check stumbled over what the site sent: ${error instanceof Error ? error.message : String(error)}`;
    return { holds: false, findings: [fault(check.id, what)] };
  }
}
