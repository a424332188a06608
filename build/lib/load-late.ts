import { createRequire } from "node:module";

const load = createRequire(import.meta.url);

/**
 * A library that is loaded at its first use. Loading all that a site may need takes longer than building a small one.
 * @param name A dependency of this project.
 */
export function loadLate<Library>(name: string): () => Library {
  let library: Library | undefined;
  return () => (library ??= load(name) as Library);
}
