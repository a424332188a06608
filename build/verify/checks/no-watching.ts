import { watchingIn } from "../../layouts/page-policy.ts";
import { piecesOf } from "../../lib/markup.ts";
import { textOf } from "../client.ts";
import { each, type Finding, fault, unless } from "../finding.ts";
import type { House, HousePage } from "../house.ts";

/** Pages that do something, and have a small script for it. */
const doing = new Set(["guestbook", "search"]);

/** No page loads anything from another origin, nor runs a script that it has no use for. */
export async function noWatching(house: House): Promise<Finding[]> {
  const sheets = new Set<string>();
  const pages = await each(
    await house.sample(),
    ({ path }) => path,
    async (page) => {
      const answer = await house.get(page.path);
      const html = textOf(answer.bytes);
      for (const address of sheetsOf(html)) sheets.add(address);
      const policy = answer.headers.get("content-security-policy") ?? "";
      return [
        ...unless(
          /default-src 'none'/.test(policy),
          page.path,
          "has no Content-Security-Policy that forbids what it does not name",
        ),
        ...watched(page, html, house),
      ];
    },
  );
  const local = [...sheets].flatMap((address) => house.local(address) ?? []);
  const styles = await each(
    local,
    (path) => path,
    async (path) => {
      const foreign = [
        ...textOf((await house.get(path)).bytes).matchAll(
          /(?:url\(\s*["']?|@import\s+["'])((?:https?:)?\/\/[^"')\s]+)/gi,
        ),
      ].map(([, address]) => address as string);
      return foreign
        .filter((address) => house.local(address) === null)
        .map((address) => fault(path, `loads ${address} from another origin`));
    },
  );
  return [...pages, ...styles];
}

function watched({ path, type }: HousePage, html: string, house: House): Finding[] {
  const seen = watchingIn(html, doing.has(type), (address) => isForeign(address, house, path));
  return seen.map((problem) => fault(path, problem));
}

function isForeign(address: string, { client, local }: House, path: string): boolean {
  if (address === "" || /^(data|about):/i.test(address)) return false;
  const absolute = URL.canParse(address, client.origin + path) ? new URL(address, client.origin + path).href : address;
  return local(absolute) === null;
}

/** Addresses of the scripts of a page. */
export function scriptsOf(html: string): string[] {
  return piecesOf(html).flatMap((piece) =>
    piece.kind === "open" && piece.name === "script" ? (piece.attributes.get("src") ?? []) : [],
  );
}

function sheetsOf(html: string): string[] {
  return piecesOf(html).flatMap((piece) =>
    piece.kind === "open" && piece.name === "link" && /\bstylesheet\b/i.test(piece.attributes.get("rel") ?? "")
      ? (piece.attributes.get("href") ?? [])
      : [],
  );
}
