import { resolve } from "node:path";
import { htmlFileOf } from "../content/address.ts";
import { assertFolder } from "../content/files.ts";
import { createCrew, type Crew } from "../crew/crew.ts";
import { layOut } from "../html/lay-out.ts";
import { openDelivery } from "../output/delivery.ts";
import { publish, type PublishOptions } from "../publish.ts";
import { standInProject } from "../serve/project.ts";
import { createMaker } from "./maker.ts";
import type { Outcome } from "./outcome.ts";

/** Pages made at a time: few enough that all threads end together and little waits in memory. */
const slice = 250;

/** Files handed over at a time. */
const batch = 100;

/**
 * Builds once, from nothing.
 * @param crew Who helps; it is dismissed at the end.
 * @throws Error what stopped the build: `Faults` for the author's, an Error of one line or a system error otherwise. The output folder is as it was then.
 */
export async function buildOnce(
  options: PublishOptions,
  output: string,
  crew: Crew = createCrew(),
): Promise<Extract<Outcome, { kind: "built" }>> {
  assertFolder(options.input);
  const [input, directory] = [resolve(options.input), resolve(output)];
  standInProject();
  await using _ = crew;
  const site = await publish({ ...options, input }, undefined, crew);
  const delivery = openDelivery(directory, crew);
  try {
    const { pages } = site.context;
    const slices = slicesOf(pages.length).values();
    const helped = crew.makePages(site.context, slices, delivery);
    helped.catch(() => undefined); // told below
    const paths = pages.map(({ path }) => htmlFileOf(path));
    for await (const files of site.files()) {
      for (let at = 0; at < files.length; at += batch) await delivery.put(files.slice(at, at + batch));
      for (const { path } of files) paths.push(path); // one by one: a family may have more files than a call takes arguments
    }
    const make = createMaker();
    for (const [from, to] of slices) await delivery.put(await make(layOut(site.context, from, to)));
    await helped;
    const report = await delivery.finish(paths);
    return {
      kind: "built",
      pages: pages.length,
      documents: site.context.catalogue.length,
      ...report,
      warnings: site.warnings,
    };
  } catch (error) {
    await delivery.abandon().catch(() => undefined); // what stopped the build is what is told
    throw error;
  }
}

function slicesOf(count: number): [from: number, to: number][] {
  return Array.from({ length: Math.ceil(count / slice) }, (_, index) => [
    index * slice,
    Math.min(count, (index + 1) * slice),
  ]);
}
