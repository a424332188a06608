import { checkFor } from "../../promises/check.ts";
import { promiseChecks } from "../../promises/checks.ts";
import { textOf } from "../body.ts";
import { fault, unless, type Check, type Finding } from "../finding.ts";
import type { House } from "../house.ts";
import { at, listAt, same, textAt } from "../json.ts";

const path = "/api/manifest.json";

/** The published checks are the ones that are run here. They are only compared: nothing a site publishes is ever executed. */
export const manifest: Check = {
  id: "manifest",
  title: "The checks that are published are the checks that are run",
  part: "promises",
  async run(house) {
    const published = listAt(await house.document("manifest"), "promises");
    const ids = published.map((promise) => textAt(promise, "id"));
    const known = promiseChecks.map(({ id }) => id);
    return [
      ...unless(same(ids, known), path, `promises ${ids.join(", ") || "nothing"}; ${known.join(", ")} was expected`),
      ...promiseChecks.flatMap((check) => {
        const promise = published.find((candidate) => textAt(candidate, "id") === check.id);
        const { requests, holds, command } = checkFor(check, house);
        const unlike = Object.entries({ requests, holds, command }).filter(
          ([member, value]) => !same(at(promise, "check", member), value),
        );
        return promise === undefined
          ? []
          : unlike.map(([member]) =>
              fault(path, `publishes another check of \`${check.id}\` than is run here: \`${member}\` differs`),
            );
      }),
      ...(await onThePage(house, published)),
    ];
  },
};

/** The manifesto's page tells each promise with its command. */
async function onThePage(house: House, published: readonly unknown[]): Promise<Finding[]> {
  const page = (await house.pages()).find(({ type }) => type === "manifesto");
  if (page === undefined) return [fault("/api/site.json", "lists no manifesto")];
  const text = textOf((await house.get(page.markdown_path)).bytes);
  return published.flatMap((promise) => {
    const command = textAt(promise, "check", "command");
    return [
      ...unless(
        text.includes(textAt(promise, "title")),
        page.markdown_path,
        `does not tell the promise \`${textAt(promise, "id")}\``,
      ),
      ...unless(
        command !== "" && text.includes(command),
        page.markdown_path,
        `does not show the command that tests \`${textAt(promise, "id")}\``,
      ),
    ];
  });
}
