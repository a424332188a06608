import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Comparison, compare } from "../compare/compare.ts";
import { type Published, readPublished } from "../compare/published.ts";
import { pathsOf } from "../content/address.ts";
import { countOf } from "../lib/text.ts";
import { createHandler } from "../server/handler.ts";
import { listen } from "../server/node-http.ts";
import { createClient } from "../verify/client.ts";
import { beginning, refuseTo, toPrintable } from "../verify/report.ts";
import { readArguments, run, siteOrigin, withValue } from "./arguments.ts";

const usage = `npm run compare -- URL [--output=_site] [--yes-lost=FILE]
  --output      the folder with the new build
  --yes-lost    a file of addresses, one per line, that are meant to be lost
Ends with 0 if nothing that is published gets lost, 1 if something does, 2 if there was nothing to compare.`;

/** How many addresses of a list are printed; the others are only counted. */
const shownAddresses = 20;

await run(async (argv) => {
  const known = { output: withValue, "yes-lost": withValue };
  const { positionals, output = "_site", ...given } = readArguments(argv, known, usage, true);
  const origin = siteOrigin(positionals, usage);
  const list = given["yes-lost"] === undefined ? "" : readFileSync(given["yes-lost"], "utf8");
  const meant = list.split(/\s*(?:#.*)?\n/);
  if (!existsSync(join(output, "sitemap.xml")))
    throw new Error(
      `There is nothing to compare: no build is in ${output}. \`npm run build\` makes one.`,
    );
  const server = await listen(createHandler(resolve(output), () => {}));
  const limits = { requests: 50_000 };
  const live = createClient(origin, limits);
  const build = createClient(server.origin, limits);
  const published = await readPublished(live).catch(refuseTo("compare"));
  const built = await readPublished(build);
  const found = await compare(published, built, build, meant);
  await server.stop();
  console.log(`${output}, held against ${origin} with ${countOf(published.pages.size, "page")}:`);
  for (const line of linesFor(published, built, found)) console.log(line);
  process.exitCode = [found.lostPages, found.lostFiles, found.ids].flat().length === 0 ? 0 : 1;
}, 2);

function linesFor(published: Published, built: Published, found: Comparison): string[] {
  const { added, changed, removed, lostPages, lostFiles, ids } = found;
  const hasHead = ({ successor = "" }) => !built.generated.includes(successor);
  const bySuccessor = Map.groupBy(lostPages.filter(hasHead), ({ successor }) => successor);
  const redirected = [...lostPages.filter((page) => !hasHead(page)), ...lostFiles];
  const other = `  The build is for ${built.origin}: OPEN_HOUSE_BASE_URL=${published.origin} makes one for that site.`;
  return [
    ...(built.origin === published.origin ? [] : [other]),
    ...Object.entries({ added, changed, removed }).flatMap((each) => addressLines(...each)),
    ...Object.entries(published.bytes).map(
      ([path, before], at) => `  ${path}: ${before} bytes, now ${Object.values(built.bytes)[at]}`,
    ),
    ...addressLines("lost: the new build answers 404", pathsOf([...lostPages, ...lostFiles])),
    ...[...bySuccessor].flatMap(([successor = "the page that takes its place", pages]) => [
      `  Write in the head of ${successor}:`,
      `    aliases: ${toPrintable(JSON.stringify(pages.map(({ path }) => path)))}`,
    ]),
    ...redirected.flatMap(({ path, successor = "" }) => [
      `  Write in netlify.toml, with the address that takes its place:`,
      `    [[redirects]]\n    from = "${beginning(path)}"\n    to = "${beginning(successor)}"`,
    ]),
    ...ids.flatMap(({ path, id, now }) => [
      `  sent again to feed readers: ${path}, whose id was ${beginning(id)} and is ${beginning(now)}`,
      `  Write in its head:\n    feed_id: ${beginning(id.replace(published.origin, ""))}`,
    ]),
    lostPages.length + lostFiles.length + ids.length === 0
      ? "Nothing that is published gets lost."
      : `Lost: ${countOf(lostPages.length, "page")}, ${countOf(lostFiles.length, "file")}. Sent again: ${countOf(ids.length, "page")}.`,
  ];
}

function addressLines(title: string, paths: readonly string[]): string[] {
  if (paths.length === 0) return [];
  const rest = paths.length - shownAddresses;
  const lines = paths.slice(0, shownAddresses).map((path) => `    ${beginning(path)}`);
  return [`  ${paths.length} ${title}`, ...lines, ...(rest > 0 ? [`    and ${rest} more`] : [])];
}
