import { IdAttributePlugin, type UserConfig } from "@11ty/eleventy";
import navigation from "@11ty/eleventy-navigation";

/** What an author may add at the end of `.eleventy.ts`, in every way that is named there: the types must allow it. */
export default function additions(eleventy: UserConfig): void {
  eleventy.addPlugin(navigation);
  eleventy.addPlugin(IdAttributePlugin, { selector: "h3" });
  eleventy.addPlugin((given, { word }) => given.addFilter("word", () => word), { word: "given" });
  eleventy.addFilter("shout", (text) => text.toUpperCase());
  eleventy.addFilter("here", function (text: string) {
    return `${text} ${this.page.url}`;
  });
  eleventy.addAsyncFilter("later", async (text: string) => `${text} later`);
  eleventy.addShortcode("repeat", (text: string, times: number) => text.repeat(times));
  eleventy.addAsyncShortcode("wait", async () => "waited");
  eleventy.addPairedShortcode("boxed", (content, title: string) => `[${title}: ${content}]`);
  eleventy.addPairedAsyncShortcode("late", async (content) => `late ${content}`);
  eleventy.addCollection("long", (collections) => collections.getAll().filter(({ url }) => url && url.length > 5));
  eleventy.addCollection("plants", async (collections) => collections.getFilteredByTag("plants").reverse());
  eleventy.addPassthroughCopy("files");
  eleventy.addPassthroughCopy({ "files/leaflet.txt": "other/leaflet.txt" });
  eleventy.addTransform("signed", function (content) {
    return String(this.page.outputPath).endsWith(".html") ? `${content}<!--signed-->` : content;
  });
}
