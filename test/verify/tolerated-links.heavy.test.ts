import { afterAll, beforeAll, expect, test } from "vitest";
import { verify } from "../../build/verify/verify.ts";
import { fixture } from "../support/fixture.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { serveFaulty } from "./faults.ts";

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

const gone = { where: "/gone.md (named in /)", what: "answers 404" };
const part = { where: "/#none (named in /)", what: "names a part that the page does not have" };

test("links in the text of a page that a lenient build left are faults, and the report says what to do", async () => {
  const report = await verify(server.origin);
  const wrong = report.checks.filter(({ holds }) => !holds);
  expect(wrong.map(({ id }) => id)).toEqual(["links"]);
  expect(wrong[0]?.findings).toEqual([
    { level: "fault", ...part },
    { level: "fault", ...gone },
    {
      level: "note",
      where: "/",
      what: "2 of these stand in the text of pages; `--lenient` makes them notes, as the build tolerates them",
    },
  ]);
});

test("with `lenient` they are notes", async () => {
  const report = await verify(server.origin, { lenient: true });
  expect(report.holds).toBe(true);
  expect(report.checks.find(({ id }) => id === "links")?.findings).toEqual([
    { level: "note", ...part },
    { level: "note", ...gone },
  ]);
});

test("but not what the site itself names", async () => {
  const faulty = await serveFaulty(server, async (request, answer) =>
    new URL(request.url).pathname === "/a.md" ? new Response("", { status: 404 }) : answer(),
  );
  const report = await verify(faulty.origin, { lenient: true });
  await faulty.stop();
  const findings = report.checks.find(({ id }) => id === "links")?.findings ?? [];
  expect(findings.filter(({ level }) => level === "fault")).toEqual([
    { level: "fault", where: expect.stringMatching(/^\/a\.md \(named in /) as string, what: "answers 404" },
  ]);
});
