import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

/**
 * A fresh, empty folder. It need not be removed: `global-setup.ts` gives every run of the tests a
 * folder for temporary files of its own, and removes it when the run has ended.
 * @throws When the run has no such folder, because its configuration does not name
 * `global-setup.ts`.
 */
export function temporaryFolder(): string {
  const folder = tmpdir();
  if (!basename(folder).startsWith(runPrefix))
    throw new Error(
      `Temporary files would stay in ${folder}: \`globalSetup\` must name test/support/global-setup.ts.`,
    );
  return mkdtempSync(join(folder, "test-"));
}

/** What the name of a run's own folder for temporary files begins with. */
export const runPrefix = "open-house-tests-";
