import { expect, test } from "vitest";
import { doorIcons } from "../../build/layouts/plan.ts";
import { nameInRelease, releaseDigest } from "../../build/verify/release.ts";
import { sampleSite } from "../build/site.ts";

const head = `# Digests of files that are the same on every site of this release, as build/verify/release.ts computes them.
# After a change of styles, scripts or schemas, \`npm test -- -u\` writes them anew.

`;

test("verify knows the styles, the scripts and the schemas of this release", async () => {
  const { files, model, text } = await sampleSite();
  const paths = [...files.keys()].filter((path) =>
    /^\/assets\/house\/|^\/api\/(?:schemas\/|openapi)/.test(path),
  );
  const described = JSON.parse(text("/api/openapi.json")) as { paths: Record<string, object> };
  const parts = [
    ...paths.map((path) => [nameInRelease(path), text(path)] as const),
    ...Object.entries(described.paths).map(
      ([path, item]) => [`/api/openapi.json#${path}`, JSON.stringify(item)] as const,
    ),
  ];
  parts.push(
    ...Object.entries(doorIcons).map(([status, { value }]) => [`/#door-${status}`, value] as const),
  );
  const lines = parts.map(
    ([name, part]) => `"${name}": "${releaseDigest(name, part, model.base_url)}"\n`,
  );
  const table = "../../build/verify/release.yaml";
  await expect(head + lines.sort().join("")).toMatchFileSnapshot(table);
});
