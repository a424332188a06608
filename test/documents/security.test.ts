import { expect, test } from "vitest";
import { Faults } from "../../build/content/diagnostics.ts";
import { folderOf } from "../build/folder.ts";
import { buildSite, sampleSite } from "../build/site.ts";

const path = "/.well-known/security.txt";

const siteWith = (security: string, base_url = "https://a.example") =>
  buildSite({
    input: folderOf({
      "index.md": "# Home\n",
      "facts.yaml": `name: A\ntagline: t\ndescription: d\nlanguage: de\nbase_url: ${base_url}\nsince: 2026-01-01\nauthor: {name: x, email: x@a.example}\n${security}license: {id: CC0-1.0, name: CC0, url: https://licenses.example/cc0}\npermissions: {search: true, ai_input: true, ai_train: true}\nprinciples: []\n`,
    }),
  });

test("security.txt has the fields of RFC 9116, each once, its date from the facts", async () => {
  const site = await siteWith(
    "security: {contact: 'https://a.example/report', expires: 2027-02-28, policy: 'https://a.example/policy'}\n",
  );
  expect(site.text(path)).toBe(
    [
      "Contact: https://a.example/report",
      "Expires: 2027-02-28T00:00:00Z",
      "Preferred-Languages: de",
      `Canonical: https://a.example${path}`,
      "Policy: https://a.example/policy",
      "",
    ].join("\n"),
  );
});

test("an address without https:// is not called canonical", async () => {
  const site = await siteWith(
    "security: {contact: 'mailto:x@a.example', expires: 2027-02-28}\n",
    "http://localhost:8080",
  );
  expect(site.text(path)).not.toContain("Canonical");
});

test("a site without a contact has no such file, and no document speaks of one", async () => {
  const site = await siteWith("");
  expect([...site.files].filter(([name, content]) => (name + String(content)).includes("security.txt"))).toEqual([
    // The schema of the facts says what the owner can write.
    ["/api/schemas/facts.json", expect.anything()],
  ]);
  expect((await sampleSite()).text("/api/index.json")).toContain(path);
});

test.each([
  ["no date", "{contact: 'mailto:x@a.example'}", /security\.expires: is missing|security: .*expires/],
  ["no contact", "{expires: 2027-02-28}", /security\.contact: is missing|security: .*contact/],
  ["a date that is none", "{contact: 'mailto:x@a.example', expires: 2027-02-30}", /security\.expires: is "2027-02-30"/],
  ["an address alone", "{contact: x@a.example, expires: 2027-02-28}", /security\.contact: is "x@a\.example"/],
  ["an open connection", "{contact: 'http://a.example/', expires: 2027-02-28}", /security\.contact: is "http:/],
  [
    "an open connection for the policy",
    "{contact: 'mailto:x@a.example', expires: 2027-02-28, policy: 'http://a.example/'}",
    /security\.policy: is "http:/,
  ],
])("%s is a fault, with its place", async (_, value, complaint) => {
  const built = siteWith(`security: ${value}\n`);
  await expect(built).rejects.toThrow(Faults);
  await expect(built).rejects.toThrow(complaint);
  await expect(built).rejects.toThrow(/facts\.yaml:8 /);
});
