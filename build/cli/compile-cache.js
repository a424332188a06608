import module from "node:module";
import { join } from "node:path";

// Loaded before each command (`node --import`). It refuses a Node that is too old, before that Node
// loads code it cannot read; `engines` in package.json has the same version. It is JavaScript,
// because the compile cache does not cover it: Node would strip its types at each start.
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 24 || (major === 24 && minor < 2)) {
  console.error(`This needs Node 24.2 or newer, and runs on Node ${process.versions.node}.`);
  process.exit(1);
}

const project = join(import.meta.dirname, "../..");

// Eleventy turns paths into addresses without encoding these characters, `*` is a pattern in the
// `exports` of a package, and Node runs no TypeScript inside `node_modules`.
const [unusable] = /[#?%*\p{Cc}]|(?<=[\\/])node_modules(?=[\\/]|$)/u.exec(project) ?? [];
if (unusable !== undefined) {
  console.error(
    `The project cannot run from a folder with ${JSON.stringify(unusable)} in its path: ` +
      `${JSON.stringify(project)}. Rename or move the folder.`,
  );
  process.exit(1);
}

// Node stores the modules it compiled, which saves about a tenth of a second at the next start.
module.enableCompileCache(join(project, "node_modules/.cache/compile"));
