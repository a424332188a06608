import { defineConfig } from "vitest/config";

const root = new URL("..", import.meta.url).pathname;

// Tests share the modules they load, such as Eleventy, and the sample site once it is built. A test
// file starts one server at a time, so that they can share the environment too. Tests that call the
// guestbook's function have modules of their own, because it remembers what it read; so has one that
// counts calls.
const alone = ["test/guestbook/{api,owner,page}.test.ts", "test/build/rendered-once.test.ts"];

// What takes long: sites of many thousand pages, hundreds of pages in a browser, servers that are
// killed or run side by side, thousands of simulated worlds. `npm run judges` runs it after `npm
// test`.
const heavy = "test/**/*.heavy.test.ts";

// Packages that `npm run judges` installs bring tests of their own.
const installed = "test/judges/outside/node_modules/**";

export default defineConfig({
  test: {
    root,
    // By itself Vitest leaves a core free. Most of these tests wait for a server or a browser, so
    // that would waste it.
    maxWorkers: "100%",
    globalSetup: "test/support/global-setup.ts",
    // These only end what hangs: on a busy machine the slowest test takes many times as long as on
    // a quiet one.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    teardownTimeout: 240_000,
    // Commands that tests run as processes use the compile cache, as the npm scripts do.
    env: { NODE_COMPILE_CACHE: `${root}node_modules/.cache/compile` },
    projects: [
      {
        extends: true,
        test: {
          name: "site",
          include: ["test/**/*.test.ts"],
          exclude: [...alone, heavy, installed],
          isolate: false,
        },
      },
      { extends: true, test: { name: "alone", include: alone, exclude: [heavy] } },
      { extends: true, test: { name: "heavy", include: [heavy] } },
    ],
  },
});
