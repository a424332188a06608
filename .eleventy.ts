import type { UserConfig } from "@11ty/eleventy";
import { contentFolders, openHouse } from "./build/pipeline/plugin.ts";

/** How Eleventy makes the site. Its methods: https://www.11ty.dev/docs/config/ */
export default function configure(eleventy: UserConfig) {
  // Reads the Markdown, and publishes it with all that is made from it. Immediately, because other
  // plugins are installed when this function has returned: your listeners and transforms, which
  // are added below, would run before this plugin's.
  eleventy.addPlugin(openHouse, { immediate: true });

  // Your plugins, filters, shortcodes, collections, transforms and passthrough copies:

  return { dir: contentFolders(eleventy) };
}
