import { createRequire } from "node:module";
import type library from "robots-parser";

/**
 * Reads a robots.txt as crawlers do, with a parser that nobody here wrote. Its types say that the
 * function is a member `default` of the module; it is the module.
 */
export const readRobots = createRequire(import.meta.url)("robots-parser") as typeof library.default;
