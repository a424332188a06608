import { unescaped } from "../../lib/html-tokens.ts";
import { inThousands } from "../../lib/text.ts";
import { listAt, textAt } from "../json.ts";
import type { Site } from "../site.ts";

// A family is several files that the index lists as one endpoint, with a path such as `/{page}.md`.

/** More files of the search index than this are not read. */
const mostSearchFiles = 50;

/** Why the files of a family are not read, as a clause about the family. */
interface Unread {
  unread: string;
}

/** The files of a family, as far as documents name them, or why they are not all read. */
export async function filesOf(site: Site, pattern: string): Promise<string[] | Unread> {
  const paths = (urls: readonly string[]) => urls.flatMap((url) => site.local(url) ?? []);
  switch (pattern) {
    case "/api/schemas/{name}.json":
      return schemaPaths(site);
    case "/corpus/{sha256}.jsonl":
      return paths([textAt(await site.document("corpus"), "jsonl")]);
    case "/feeds/{name}.xml":
      return paths(listAt(await site.document("site"), "pages").map((page) => textAt(page, "feed")));
    case "/sitemap-{number}.xml":
      return paths(locations(await site.text("/sitemap.xml"))).filter((path) => /^\/sitemap-\d+\.xml$/.test(path));
    case "/llms/{section}.txt": {
      // llms.txt names the first file of each section, and each file the next.
      const found = new Set<string>(["/llms.txt"]);
      for (const file of found) {
        const urls = (await site.text(file)).match(/https?:\/\/[^\s()]+\/llms\/[^\s()]+\.txt/g) ?? [];
        for (const path of paths(urls)) found.add(path);
      }
      return [...found].slice(1);
    }
    case "/{page}.md": {
      const [all, sample] = [await site.pages(), await site.sample()];
      if (sample.length === all.length) return all.map(({ markdown_path }) => markdown_path);
      const checked = `${inThousands(sample.length)} of its ${inThousands(all.length)} files were checked one by one`;
      return { unread: `is not read whole, so its digest was not checked; ${checked}` };
    }
    default: {
      const files = await searchFiles(site, pattern);
      if (files === null)
        return { unread: "is a family whose files this check cannot find, so its digest was not checked" };
      if (files.length <= mostSearchFiles) return files;
      return {
        unread: `has ${inThousands(files.length)} files, which are not all read, so its digest was not checked`,
      };
    }
  }
}

/** The files of a family of the search index, which are the only JSON families with a schema; null of any other. */
export async function searchFiles(site: Site, pattern: string): Promise<string[] | null> {
  const key = { "/search/words/{name}.json": "word_files", "/search/pages/{name}.json": "page_files" }[pattern];
  if (key === undefined) return null;
  return listAt(await site.document("search_index"), key).map((name) => pattern.replace("{name}", String(name)));
}

/** The schemas the index lists, and those its endpoints name. */
export function schemaPaths({ index, endpoints, local }: Site): string[] {
  const listed = listAt(index, "schemas").filter((url) => typeof url === "string");
  const named = endpoints.flatMap(({ schema }) => (schema === null ? [] : [schema]));
  return [...new Set([...listed, ...named].flatMap((url) => local(url) ?? []))];
}

/** The addresses in a sitemap, or of the parts of a divided one. */
export function locations(xml: string): string[] {
  return [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = ""]) => unescaped(url));
}
