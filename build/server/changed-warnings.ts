import { describeTolerated } from "../content/diagnostics.ts";
import type { Fault } from "../content/fault.ts";
import type { BuildReport } from "../pipeline/build-steps.ts";

/**
 * Tells of the builds of a running server what each changed: all warnings of the first, then those that the build
 * before did not have. Of tolerated faults it tells the new ones, and how many are mended; a fault that only moved to
 * another line is not new.
 */
export function createChangedWarnings(): (report: Pick<BuildReport, "warnings" | "tolerated">) => string[] {
  let last: { warnings: Set<string>; faults: Set<string> } | undefined;
  return ({ warnings, tolerated }) => {
    const before = last;
    last = { warnings: new Set(warnings), faults: new Set(tolerated.map(identityOf)) };
    if (!before) return warnings;
    const { faults } = last;
    const all = new Set(describeTolerated(tolerated));
    const mended = [...before.faults].filter((fault) => !faults.has(fault)).length;
    return [
      ...warnings.filter((warning) => !before.warnings.has(warning) && !all.has(warning)),
      ...describeTolerated(
        tolerated.filter((fault) => !before.faults.has(identityOf(fault))),
        "more tolerated",
      ),
      ...(mended > 0 ? [`${mended} mended, ${tolerated.length} still tolerated (--lenient).`] : []),
    ];
  };
}

function identityOf({ file, field, problem }: Fault): string {
  return JSON.stringify([file, field, problem]);
}
