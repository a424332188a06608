import { expect, test } from "vitest";
import { sampleSite } from "./site.ts";

test("the seven promises stand in the manifesto once, where the author put them", async () => {
  const site = await sampleSite();
  const html = site.html.get("/manifesto/") ?? "";
  const { promises } = site.json<{ promises: { id: string }[] }>("/api/manifest.json");
  expect(promises).toHaveLength(7);
  for (const { id } of promises) expect([id, html.split(`id="${id}"`).length - 1]).toEqual([id, 1]);
  expect(html.indexOf(`id="${promises.at(-1)?.id}"`)).toBeLessThan(
    html.indexOf('id="when-a-promise-is-broken"'),
  );
  expect(site.text("/manifesto.md")).not.toContain("insert:");
});
