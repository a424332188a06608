import module from "node:module";
import { join } from "node:path";

// Loaded before a command (`node --import`), also by a Node that is too old for everything else: it
// must say so before anything is loaded that this Node cannot read. `engines` in package.json has
// the same version. This is JavaScript because types in this file itself would be removed anew at
// each start.
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 24 || (major === 24 && minor < 2)) {
  console.error(`This needs Node 24.2 or newer, and runs on Node ${process.versions.node}.`);
  process.exit(1);
}

const project = join(import.meta.dirname, "../..");

// Eleventy makes addresses of paths without encoding these signs, `*` has a meaning where packages
// say what they export, and Node runs no TypeScript in `node_modules`.
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
