import { textOf } from "../body.ts";
import { each, unless, type Finding } from "../finding.ts";
import type { House } from "../house.ts";
import { listAt, textAt } from "../json.ts";

/** A browser, a crawler, an agent, a command, and one that does not say. */
const agents = [
  "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  "GPTBot/1.3",
  "Claude-User/1.0",
  "curl/8.14.1",
  "",
];

/** Every form of a page says the same, to everyone. */
export async function sameForAll(house: House): Promise<Finding[]> {
  const sample = await house.sample();
  const records = new Map(
    listAt(await house.document("corpus"), "documents").map((record) => [house.local(textAt(record, "url")), record]),
  );
  const asked = [
    "/",
    sample.at(-1)?.markdown_path ?? "/index.md",
    "/llms.txt",
    "/robots.txt",
    "/api/index.json",
    "/api/guestbook",
  ];
  return [
    ...(await each(
      asked,
      (path) => path,
      (path) => sameBytes(house, path),
    )),
    ...(await each(
      sample,
      ({ path }) => path,
      async ({ path, markdown_path, title, type }) => {
        const record = records.get(path);
        const [html, twin] = [textOf((await house.get(path)).bytes), textOf((await house.get(markdown_path)).bytes)];
        const forms = {
          title,
          html,
          twin,
          markdown: textAt(record, "markdown"),
          text: textAt(record, "text"),
          goes_on: type === "guestbook",
        };
        return (await house.laboratory.examine({ kind: "parity", forms })).flatMap((what) => unless(false, path, what));
      },
    )),
  ];
}

async function sameBytes(house: House, path: string): Promise<Finding[]> {
  const [first, ...others] = await Promise.all(
    agents.map((agent) => house.ask(path, { headers: { "user-agent": agent } })),
  );
  return others.flatMap(({ status, bytes }, index) =>
    unless(
      status === first?.status && Buffer.from(first.bytes).equals(bytes),
      path,
      `answers otherwise to “${agents[index + 1]}” than to a browser`,
    ),
  );
}
