import { afterAll, beforeAll, expect, test } from "vitest";
import { listen } from "../../build/server/node-http.ts";
import type { TestServer } from "../support/server.ts";
import { verifyCommand } from "./execute.ts";
import { header, serveFaulty } from "./faults.ts";
import { startSmallSite } from "./small-site.ts";

let server: TestServer;
beforeAll(async () => void (server = await startSmallSite()));
afterAll(() => server.stop());

test("verify ends with 1 where something does not hold, and says what", async () => {
  const faulty = await serveFaulty(server, header("/about/", "set-cookie", "id=1"));
  const { code, out } = await verifyCommand(faulty.origin);
  await faulty.stop();
  expect(code).toBe(1);
  expect(out.match(/✗/g)).toHaveLength(1);
  expect(out).toMatch(
    / {2}✗ 1\. Nobody is asked who they are\n {4}\/about\/: has Set-Cookie: id=1; \(none\) was expected\n/,
  );
});

test("verify ends with 2 where there is nothing to check, and says why in a line", async () => {
  const gone = await listen(async () => new Response());
  await gone.stop();
  const table: [args: string[], line: RegExp][] = [
    [
      [gone.origin],
      /^There is nothing to check: \/api\/index\.json: the connection failed \(.*ECONNREFUSED.*\n$/,
    ],
    [[], /^Name one address: that of the site\.\nUsage: npm run verify/],
    [
      ["house.example"],
      /^house\.example is not an address that begins with https:\/\/ or http:\/\/\./,
    ],
    [
      ["https://house.example/about/"],
      /^Give the address of the whole site: https:\/\/house\.example\n/,
    ],
    [["https://house.example", "--fix"], /--fix/],
  ];
  const ended = await Promise.all(table.map(([args]) => verifyCommand(...args)));
  for (const [index, [, line]] of table.entries()) {
    expect(ended[index]).toMatchObject({ code: 2, out: "", err: expect.stringMatching(line) });
    expect(ended[index]?.err).not.toMatch(/ {4}at |Error:/);
  }
});
