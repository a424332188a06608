import { expect, test } from "vitest";
import { loadBundler } from "./bundle.ts";
import { temporaryFolder } from "./temporary.ts";

test("where the host's bundler is not installed, the benchmark says how to install it", async () => {
  await expect(loadBundler(temporaryFolder())).rejects.toThrow(
    "@netlify/zip-it-and-ship-it is not installed. `npm run judges` installs it in test/judges/outside.",
  );
});
