import { enableCompileCache } from "node:module";
import { join } from "node:path";

// Loaded before a command (`node --import`). Node stores the modules it compiled, which saves about
// a tenth of a second at the next start. It is JavaScript because types in this file itself would
// be removed anew at each start.
enableCompileCache(join(import.meta.dirname, "../../node_modules/.cache/compile"));
