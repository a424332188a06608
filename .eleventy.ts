import type { UserConfig } from "@11ty/eleventy";
import { contentFolders, openHouse } from "./build/pipeline/plugin.ts";

/** How Eleventy makes the site. Its methods: https://www.11ty.dev/docs/config/ */
export default function configure(eleventy: UserConfig) {
  // Reads and publishes the Markdown, with all documents made from it. Immediately: other plugins
  // are installed after this function has returned, so your listeners and transforms below would
  // run before this plugin's.
  eleventy.addPlugin(openHouse, { immediate: true });

  // Your plugins, filters, shortcodes, collections, transforms and passthrough copies:

  return { dir: contentFolders(eleventy) };
}
