import { enableCompileCache } from "node:module";
import { join } from "node:path";

// Loaded before a command (`node --import`). It is JavaScript because types in this file itself
// would be removed anew at each start.

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
enableCompileCache(join(project, "node_modules/.cache/compile"));
