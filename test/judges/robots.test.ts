import { describe, expect, test } from "vitest";
import { sampleSite } from "../build/site.ts";
import { readRobots, robotsComplaints } from "./judge/robots.ts";

const site = await sampleSite();
const robots = site.text("/robots.txt");

test("robots.txt can be read by everyone and says the same to all", () => {
  expect(robotsComplaints(robots)).toEqual([]);
});

test("it says yes to everyone, and to crawlers for models by their names", () => {
  const { groups, sitemaps } = readRobots(robots);
  expect(groups.every(({ rules }) => rules.some(([name, value]) => name === "allow" && value === "/"))).toBe(true);
  expect(groups.flatMap(({ agents }) => agents)).toEqual(
    expect.arrayContaining(["*", "GPTBot", "ClaudeBot", "Google-Extended", "CCBot", "Googlebot"]),
  );
  expect(sitemaps).toEqual([`${site.model.base_url}/sitemap.xml`]);
});

describe("the judge sees a planted fault", () => {
  test.each<[string, (text: string) => string, RegExp]>([
    [
      "a directive of its own",
      (text) => text.replace("Allow: /", "Allow: /\nContent-Usage: train-ai=y"),
      /no directive/,
    ],
    [
      "a blank line within a group",
      (text) => text.replace("Content-Signal", "\nContent-Signal"),
      /belongs to no group/,
    ],
    [
      "a group without a signal",
      (text) => text.replace(/(User-agent: GPTBot[\s\S]*?)Content-Signal:.*\n/, "$1"),
      /no single Content-Signal/,
    ],
    [
      "a group that signals something else",
      (text) => text.replace(/(User-agent: GPTBot[\s\S]*?ai-train=)yes/, "$1no"),
      /different things/,
    ],
    [
      "nobody is spoken to in general",
      (text) => text.replace("User-agent: *", "User-agent: Else"),
      /group for everyone/,
    ],
    ["a group without rules", (text) => text.replace("Allow: /\n", "\n"), /neither allows/],
    ["a crawler named twice", (text) => text.replace("User-agent: GPTBot", "User-agent: Googlebot"), /named twice/],
    ["a relative sitemap", (text) => text.replace(/Sitemap: .*/, "Sitemap: /sitemap.xml"), /absolute address/],
  ])("%s", (_, fault, complaint) => {
    expect(robotsComplaints(fault(robots)).join("\n")).toMatch(complaint);
  });
});
