import { resolve } from "node:path";

/** The project's folder: where `.eleventy.ts` and `netlify.toml` are. */
export const project = resolve(import.meta.dirname, "../..");

export const configuration = resolve(project, "netlify.toml");
export const functionsDirectory = resolve(project, "functions");
