import { createCrew } from "../crew/crew.ts";
import type { OutputFile } from "../catalogue/document.ts";
import { deliver, type Delivery } from "../output/delivery.ts";
import { publish, type Publication, type PublishOptions } from "../publish.ts";
import type { Run } from "./run.ts";

/** Pages given to Eleventy at a time: what it keeps of each until all are written (8 KB) would be most of the memory of a large build. */
const slice = 5_000;

/** Finished pages handed over at a time. */
const batch = 50;

/** One build from nothing: pages are written, and forgotten, while the next ones are made. */
export function runOnce(options: PublishOptions, output: string): Run {
  const crew = createCrew();
  let site: Publication | undefined;
  let delivery: Delivery | undefined;
  let fault: unknown;
  let at = 0;
  const finished: OutputFile[] = [];
  let delivering: Promise<void> = Promise.resolve();

  const begin = async (): Promise<Publication> => {
    const made = await publish(options, undefined, crew);
    delivery = deliver(output, [...made.pages, ...made.files].map(({ path }) => path), crew);
    for (let from = 0; from < made.files.length; from += batch) await delivery.put(made.files.slice(from, from + batch));
    return made;
  };
  const handOver = (): void => {
    const files = finished.splice(0);
    delivering = delivering.then(() => delivery?.put(files));
    delivering.catch(() => undefined); // told at the end
  };
  const failed = async (error: unknown) => {
    await abandon();
    return { kind: "failed", error } as const;
  };
  const abandon = async (): Promise<void> => {
    await delivery?.abandon();
    await crew[Symbol.asyncDispose]();
  };

  return {
    async next() {
      try {
        site ??= await begin();
        const pages = site.pages.slice(at, at + slice);
        at += slice;
        return pages.map((page) => ({ path: page.path, html: page.render() }));
      } catch (error) {
        fault = error;
        return [];
      }
    },
    finished(path, html) {
      finished.push({ path, content: html });
      if (finished.length >= batch) handOver();
    },
    async end() {
      if (site === undefined || delivery === undefined) return failed(fault);
      try {
        handOver();
        await delivering;
        if (at < site.pages.length) return undefined;
        const report = await delivery.finish();
        await crew[Symbol.asyncDispose]();
        return { kind: "built", pages: site.pages.length, documents: site.context.catalogue.length, ...report, warnings: site.warnings };
      } catch (error) {
        return failed(error);
      }
    },
    abandon,
  };
}
