import { defineConfig } from "vitest/config";

// The judges ask a real server and take turns: each gives its verdict in a line, and its reasons
// where it fails.
export default defineConfig({
  test: {
    root: import.meta.dirname,
    globalSetup: "../../support/global-setup.ts",
    include: ["*.judge.ts"],
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 120_000,
    disableConsoleIntercept: true,
  },
});
