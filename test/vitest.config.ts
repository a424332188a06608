import { defineConfig } from "vitest/config";

const root = new URL("..", import.meta.url).pathname;

// Tests of the pipeline share its modules, and the sample site once it is built; those of the function and the server have them to themselves.
const pipeline = ["content", "documents", "build", "authors", "html", "judges"].map(
  (folder) => `test/${folder}/**/*.test.ts`,
);

export default defineConfig({
  test: {
    root,
    // Vitest leaves a core free by itself; most of these tests wait for a server or a browser, and two cores are enough for both.
    maxWorkers: "100%",
    globalSetup: "test/support/global-setup.ts",
    // These only end what hangs: on a busy machine the slowest test takes many times the seconds it takes on a quiet one.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // Commands that are run as processes of their own start as they do from package.json: what was compiled once is not compiled again.
    env: { NODE_COMPILE_CACHE: `${root}node_modules/.cache/compile` },
    projects: [
      { extends: true, test: { name: "pipeline", include: pipeline, isolate: false } },
      { extends: true, test: { name: "service", include: ["test/**/*.test.ts"], exclude: pipeline } },
    ],
  },
});
