import { afterAll, beforeAll, expect, test } from "vitest";
import { verify } from "../../build/verify/verify.ts";
import { fixture } from "../support/fixture.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { atPath, type Fault, rewritten, serveFaulty } from "./faults.ts";

let server: TestServer;
beforeAll(async () => {
  const files = {
    "index.md": "# Home\n\n[Gone](gone.md), [a part](index.md#none), [there](a.md).\n",
    "a.md":
      '# A\n\n<video>\n\t<source src="https://elsewhere.example/a.mp4">\n</video>\n\n<img src="https://elsewhere.example/b.png" alt="A cat">\n',
  };
  server = await startServer({ input: await fixture(files), lenient: true });
});
afterAll(() => server.stop());

const none: Fault = (_, answer) => answer();
const gone = { where: "/gone.md (named in /)", what: "answers 404" };
const part = { where: "/#none (named in /)", what: "names a part that the page does not have" };
const advice = "2 of these stand in the text of pages; `--lenient` makes them notes, as the build tolerates them";
const lost = { where: expect.stringMatching(/^\/a\.md \(named in /) as string, what: "answers 404" };

test.each([
  [
    "are faults, and the report says what to do",
    false,
    none,
    [
      { level: "fault", ...part },
      { level: "fault", ...gone },
      { level: "note", where: "/", what: advice },
    ],
  ],
  [
    "are notes with `lenient`",
    true,
    none,
    [
      { level: "note", ...part },
      { level: "note", ...gone },
    ],
  ],
  [
    "are notes with `lenient`, but not what the site itself names",
    true,
    atPath("/a.md", (answer) => rewritten(answer, "", 404)),
    [
      { level: "note", ...part },
      { level: "fault", ...lost },
      { level: "note", ...gone },
    ],
  ],
])("links in the text of a page that a lenient build left %s", async (_, lenient, fault, findings) => {
  const faulty = await serveFaulty(server, fault);
  const { checks } = await verify(faulty.origin, { lenient });
  await faulty.stop();
  expect(checks.find(({ id }) => id === "links")?.findings).toEqual(findings);
  if (fault === none) expect(checks.every(({ id, holds }) => holds || (id === "links" && !lenient))).toBe(true);
});
