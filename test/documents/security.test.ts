import { expect, test } from "vitest";
import { folderOf } from "../build/folder.ts";
import { buildSite, sampleSite } from "../build/site.ts";
import { factsFile } from "./facts.ts";

const path = "/.well-known/security.txt";
const siteWith = (others: Record<string, unknown>) =>
  buildSite({ input: folderOf({ "index.md": "# Home\n", "facts.yaml": factsFile(others) }) });
const mail = "mailto:x@a.example";
const expires = "2027-02-28";

test("security.txt has the fields of RFC 9116, each once, its date from the facts", async () => {
  const security = { contact: "https://a.example/report", expires, policy: "https://a.example/policy" };
  expect((await siteWith({ security, language: "de", base_url: "https://a.example" })).text(path)).toBe(
    "Contact: https://a.example/report\nExpires: 2027-02-28T00:00:00Z\nPreferred-Languages: de\n" +
      `Canonical: https://a.example${path}\nPolicy: https://a.example/policy\n`,
  );
});

test("an address without https:// is not called canonical", async () => {
  const site = await siteWith({ security: { contact: mail, expires }, base_url: "http://localhost:8080" });
  expect(site.text(path)).not.toContain("Canonical");
});

test("a site without a contact has no such file, and no document but the schema of the facts speaks of one", async () => {
  const { files } = await siteWith({});
  const speaking = [...files].filter(([name, content]) => (name + String(content)).includes("security.txt"));
  expect(speaking.map(([name]) => name)).toEqual(["/api/schemas/facts.json"]);
  expect((await sampleSite()).text("/api/index.json")).toContain(path);
});

test.each([
  ["no date", { contact: mail }, /security\.expires: is missing|security: .*expires/],
  ["no contact", { expires }, /security\.contact: is missing|security: .*contact/],
  ["a date that is none", { contact: mail, expires: "2027-02-30" }, /security\.expires: is "2027-02-30"/],
  ["an address alone", { contact: "x@a.example", expires }, /security\.contact: is "x@a\.example"/],
  ["an open connection", { contact: "http://a.example/", expires }, /security\.contact: is "http:/],
  ["one for the policy", { contact: mail, expires, policy: "http://a.example/" }, /security\.policy: is "http:/],
])("%s is a fault, with its place", async (_, security, complaint) => {
  const built = siteWith({ security });
  await expect(built).rejects.toThrow(complaint);
  await expect(built).rejects.toThrow(/facts\.yaml:11 /);
});
