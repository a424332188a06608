import { textOf } from "../body.ts";
import { each, fault, unless, type Finding } from "../finding.ts";
import type { House, HousePage } from "../house.ts";
import { piecesOf, type Piece } from "../markup.ts";

/** Pages that do something, and have a small script for it. */
const doing = new Set(["guestbook", "search"]);

/** Relations of `<link>` by which a browser asks for something at once. */
const loading =
  /\b(stylesheet|icon|apple-touch-icon|preload|modulepreload|prefetch|prerender|preconnect|dns-prefetch|manifest)\b/i;

/** Media types of scripts that do not run: data. */
const data = /^(application\/(ld\+)?json|text\/plain)$/i;

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
  return piecesOf(html).flatMap((piece) => {
    if (piece.kind !== "open") return [];
    const foreign = loadedBy(piece).filter((address) => isForeign(address, house, path));
    return [
      ...foreign.map((address) => fault(path, `loads ${address} from another origin`)),
      ...(runs(piece) && !(doing.has(type) && piece.attributes.has("src"))
        ? [fault(path, "runs a script, and is a page to be read")]
        : []),
      ...[...piece.attributes.keys()]
        .filter((name) => /^on[a-z]/.test(name))
        .map((name) => fault(path, `runs a script by its attribute \`${name}\``)),
      ...(piece.attributes.has("ping") ? [fault(path, "reports which links are followed (`ping`)")] : []),
    ];
  });
}

/** Addresses an element makes a browser ask for without anybody's doing. */
function loadedBy({ name, attributes }: Extract<Piece, { kind: "open" }>): string[] {
  const value = (key: string) => (attributes.has(key) ? [attributes.get(key) as string] : []);
  if (name === "link") return loading.test(attributes.get("rel") ?? "") ? value("href") : [];
  if (name === "meta")
    return /refresh/i.test(attributes.get("http-equiv") ?? "")
      ? [(attributes.get("content") ?? "").replace(/^[^=]*=\s*/, "")]
      : [];
  if (name === "form") return value("action");
  const sets = value("srcset").flatMap((set) =>
    set.split(",").map((candidate) => candidate.trim().split(/\s+/)[0] ?? ""),
  );
  return [
    ...value("src"),
    ...sets,
    ...value("poster"),
    ...(name === "object" ? value("data") : []),
    ...(name === "use" || name === "image" ? [...value("href"), ...value("xlink:href")] : []),
  ];
}

function isForeign(address: string, { client, local }: House, path: string): boolean {
  if (address === "" || /^(data|about):/i.test(address)) return false;
  const absolute = URL.canParse(address, client.origin + path) ? new URL(address, client.origin + path).href : address;
  return local(absolute) === null;
}

function runs({ name, attributes }: Extract<Piece, { kind: "open" }>): boolean {
  return (
    (name === "script" && !data.test(attributes.get("type") ?? "")) ||
    name === "iframe" ||
    name === "object" ||
    name === "embed"
  );
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
