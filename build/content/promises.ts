import type { PromiseCheck } from "../promises/check.ts";
import { promiseChecks } from "../promises/checks.ts";
import type { FrontMatter } from "../schemas/front-matter.ts";
import type { Report } from "./faults.ts";

/** A promise of the manifesto with the check that proves it. Named so as not to be taken for the language's own Promise. */
export interface HousePromise {
  /** 1 to 7 */
  number: number;
  id: string;
  title: string;
  text: string;
  check: PromiseCheck;
}

/** Joins the author's promises with their checks; all seven have to be there, each once, in the order of the checks. */
export function readPromises(
  file: string,
  line: number | undefined,
  authored: FrontMatter["promises"],
  report: Report,
): HousePromise[] {
  if (authored === undefined) return []; // that they are missing, or not promises at all, has been said
  const given = authored;
  const known = promiseChecks.map((check) => check.id);
  for (const [index, { id }] of given.entries()) {
    const field = `promises[${index + 1}].id`;
    if (!known.includes(id))
      report.fault({
        file,
        line,
        field,
        problem: `is \`${id}\`, which no check proves`,
        expected: `one of ${known.join(", ")}`,
      });
    else if (given.findIndex((other) => other.id === id) !== index)
      report.fault({ file, line, field, problem: `\`${id}\` is promised twice` });
  }
  const missing = known.filter((id) => !given.some((promise) => promise.id === id));
  if (missing.length > 0)
    report.fault({
      file,
      line,
      field: "promises",
      problem: `lacks ${missing.join(", ")}`,
      expected: "all seven promises",
    });
  return promiseChecks.flatMap((check, index) => {
    const promise = given.find(({ id }) => id === check.id);
    return promise ? [{ number: index + 1, id: check.id, title: promise.title, text: promise.text.trim(), check }] : [];
  });
}
