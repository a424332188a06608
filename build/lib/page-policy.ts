import { possibleTokens, type Tag, tokenize } from "./html-tokens.ts";

/** Relations of `<link>` for which a browser requests the address. */
const loadedRelations =
  /\b(stylesheet|icon|apple-touch-icon|preload|modulepreload|prefetch|prerender|preconnect|dns-prefetch|manifest)\b/i;

/** Media types of `<script>` elements that hold data and do not run. */
const dataTypes = /^(application\/(ld\+)?json|text\/plain)$/i;

/**
 * What in a page would load from another origin, run, or report what its reader does, a sentence
 * each.
 * @param mayHaveScript Whether scripts in files of their own are allowed.
 * @param foreign Whether an address leads to another origin.
 */
export function watchingIn(
  html: string,
  mayHaveScript: boolean,
  foreign: (address: string) => boolean,
): string[] {
  const problems = possibleTokens(html).flatMap((element) => {
    if (element.kind === "cdata") return ["has a CDATA section, which browsers read in two ways"];
    if (element.kind !== "open") return [];
    const { name, attributes } = element;
    return [
      ...loadedBy(element)
        .filter(foreign)
        .map((address) => `loads ${address} from another origin`),
      ...(runs(element) && !(mayHaveScript && name === "script" && attributes.has("src"))
        ? ["runs a script, and is a page to be read"]
        : []),
      ...(name === "link" && prefetchRelations.test(attributes.get("rel")?.value ?? "")
        ? ["loads ahead what its reader did not ask for"]
        : []),
      ...(forbidden.has(name)
        ? [`has a <${name}> element, which may load what the page's policy forbids`]
        : []),
      ...[...attributes].flatMap(([key, { value }]) => watchingBy(name, key, value, foreign)),
    ];
  });
  // After `<!--` in a script, browsers and other programs look for the end of the script in
  // different places.
  const texts = tokenize(html).tokens.filter((piece, index, all) => {
    const before = all[index - 1];
    return (
      piece.kind === "text" &&
      before?.kind === "open" &&
      before.name === "script" &&
      piece.text.includes("<!--")
    );
  });
  return [
    ...new Set([...problems, ...(texts.length > 0 ? ["has a script with `<!--` in it"] : [])]),
  ];
}

/** What a single attribute would run, report or load, a sentence each. */
function watchingBy(
  element: string,
  name: string,
  value: string,
  foreign: (address: string) => boolean,
): string[] {
  if (/^on[a-z]/.test(name) || name === "srcdoc")
    return [`runs a script by its attribute \`${name}\``];
  if (name === "ping" || name === "attributionsrc")
    return [`reports what its reader does (\`${name}\`)`];
  if (
    addressAttributes.test(name) &&
    /^(javascript|vbscript):/.test(URL.parse(value, "http://site.invalid/")?.protocol ?? "")
  )
    return [`runs a script by the address in \`${name}\``];
  if (name === "attributename" && /(href|src)$/i.test(value))
    return [`changes an address (<${element}>)`];
  const uses =
    (name === "href" || name === "xlink:href") &&
    element === "use" &&
    !value.trim().startsWith("#");
  if (uses) return [`loads ${value} to draw it`];
  if (textAttributes.test(name)) return [];
  // With a backslash the name of a CSS function can be disguised, and no other use is made of one
  // here.
  if (/\\/.test(value) && /\(/.test(value))
    return [`has a style that cannot be read (\`${name}\`)`];
  return [...value.matchAll(/(?:url|src|image-set)\(\s*["']?([^"')]*)/gi)]
    .map(([, address = ""]) => address.trim())
    .filter((address) => !address.startsWith("#") && (name !== "style" || foreign(address)))
    .map((address) => `loads ${address} by its style`);
}

/** Attributes that hold the address of something to be followed or loaded. */
const addressAttributes = /^(href|xlink:href|src|action|formaction|data)$/;

/**
 * Attributes that hold text or an address, which no browser reads as CSS: `url(x)` as an address is
 * the name of a file.
 */
const textAttributes = new RegExp(
  "^(alt|title|id|class|name|value|label|placeholder|content|cite|datetime|aria-.*|data-.*" +
    "|href|xlink:href|src|poster|background|data)$",
);

/** Relations of `<link>` for which a browser loads, or connects to, what a reader may want next. */
const prefetchRelations = /\b(prefetch|prerender|preconnect|dns-prefetch)\b/i;

/** Elements that load what no page of the site may load, from whatever origin. */
const forbidden = new Set([
  "style",
  "audio",
  "video",
  "track",
  "base",
  "applet",
  "frame",
  "portal",
  "fencedframe",
]);

/**
 * Addresses in a style sheet that begin with a host, and where they stand: a browser loads what is
 * there.
 */
export function hostsInStyle(css: string): { address: string; index: number }[] {
  const loading =
    /(?:url\(\s*["']?|(?:@import|image-set\([^;}]*?)\s*["'])((?:https?:)?\/\/[^"')\s]+)/gi;
  return Array.from(css.matchAll(loading), ({ 1: address = "", index }) => ({ address, index }));
}

/** Addresses that an element makes a browser request without any action of the reader. */
function loadedBy({ name, attributes }: Tag): string[] {
  const value = (key: string): string[] =>
    attributes.has(key) ? [attributes.get(key)?.value as string] : [];
  if (name === "link")
    return loadedRelations.test(attributes.get("rel")?.value ?? "")
      ? [...value("href"), ...candidatesOf(value("imagesrcset"))]
      : [];
  if (name === "meta")
    return /refresh/i.test(attributes.get("http-equiv")?.value ?? "")
      ? [(attributes.get("content")?.value ?? "").replace(/^[^=]*=\s*/, "")]
      : [];
  return [
    ...value("src"),
    ...candidatesOf(value("srcset")),
    ...value("poster"),
    ...value("background"),
    ...(name === "form" ? value("action") : []),
    ...value("formaction"),
    ...(name === "object" ? value("data") : []),
    ...(/^(use|image|feimage)$/.test(name) ? [...value("href"), ...value("xlink:href")] : []),
  ];
}

function candidatesOf(sets: readonly string[]): string[] {
  return sets.flatMap((set) =>
    set.split(",").map((candidate) => candidate.trim().split(/\s+/)[0] ?? ""),
  );
}

function runs({ name, attributes }: Tag): boolean {
  if (name === "script") return !dataTypes.test(attributes.get("type")?.value ?? "");
  return name === "iframe" || name === "object" || name === "embed";
}
