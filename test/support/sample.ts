import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sampleName } from "../../build/content/facts.ts";

const facts = join(import.meta.dirname, "../../site/facts.yaml");

/**
 * Whether `site` is still the one that ships. In a copy whose owner has given the site a name,
 * `site`, README.md, `.github` and `.eleventy.ts` are the owner's, and may lack or have anything.
 */
export const isSample =
  existsSync(facts) && readFileSync(facts, "utf8").split("\n").includes(`name: ${sampleName}`);
