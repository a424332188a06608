import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Report } from "./diagnostics.ts";
import { placesOfSettings } from "./other-config.ts";

/** Settings of other tools that are programs, which are not run, and the key under which they keep pages out. */
const programs = [
  { folder: "", name: /^quartz\.config\.[cm]?[jt]s$/, key: "ignorePatterns" }, // Quartz
  { folder: ".vitepress", name: /^config\.[cm]?[jt]s$/, key: "srcExclude" }, // VitePress
];

/** Tells that what such settings in a content folder, or beside one with a name such as `docs`, keep out is published. */
export function reportUnreadPrograms(folder: string, report: Report): void {
  for (const place of placesOfSettings(folder)) {
    for (const { folder: below, name, key } of programs) {
      const within = join(place, below);
      const file = (existsSync(within) ? readdirSync(within) : []).find((each) => name.test(each));
      if (file !== undefined && readFileSync(join(within, file), "utf8").includes(key))
        report.warn(
          `\`${join(below, file)}\` is a program and not run, so what \`${key}\` in it leaves out is published; ` +
            "write it into `.eleventyignore` too.",
        );
    }
  }
}
