import { defineConfig } from "vitest/config";

const root = new URL("..", import.meta.url).pathname;

// Tests of the pipeline share its modules, and the sample site once it is built. Those of the function and the server
// have modules of their own.
const pipeline = ["content", "documents", "build", "authors", "html", "judges", "verify", "serve", "http", "support"].map(
  (folder) => `test/${folder}/**/*.test.ts`,
);

export default defineConfig({
  test: {
    root,
    // By itself Vitest leaves a core free. Most of these tests wait for a server or a browser, so that would waste it.
    maxWorkers: "100%",
    globalSetup: "test/support/global-setup.ts",
    // These only end what hangs: on a busy machine the slowest test takes many times as long as on a quiet one.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // Commands that tests run as processes use the compile cache, as the npm scripts do.
    env: { NODE_COMPILE_CACHE: `${root}node_modules/.cache/compile` },
    projects: [
      { extends: true, test: { name: "pipeline", include: pipeline, isolate: false } },
      { extends: true, test: { name: "service", include: ["test/**/*.test.ts"], exclude: pipeline } },
    ],
  },
});
