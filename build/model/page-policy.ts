import { addressUse, attributes, dangerOf, elements } from "../lib/html-effects.ts";
import { type HtmlTag, possibleTokens, tokenize } from "../lib/html-tokens.ts";

// The Content-Security-Policy of the site's pages (netlify.toml), and their promise that nobody is
// watched, as rules for HTML and CSS.

/**
 * Everything in a page that would load from another origin, run, or report on its reader, each as
 * the rest of a sentence.
 * @param mayHaveScript Whether scripts in files of their own are allowed.
 * @param foreign Whether an address leads to another origin
 */
export function policyViolations(
  html: string,
  mayHaveScript: boolean,
  foreign: (address: string) => boolean,
): string[] {
  const problems = possibleTokens(html).flatMap((element) => {
    if (element.kind === "cdata") return ["has a CDATA section, which browsers read in two ways"];
    if (element.kind !== "open") return [];
    const { name, attributes } = element;
    const found = [...attributes].flatMap(([key, { value }]) => [
      dangerOf(name, key, value.trim()) ?? [],
      runsAsAddress(key, value) ? `runs a script by the address in \`${key}\`` : [],
    ]);
    for (const address of loadedBy(element).filter(foreign))
      found.push(`loads ${address} from another origin`);
    if (runs(element) && !(mayHaveScript && name === "script" && attributes.has("src")))
      found.push("runs a script, and is a page to be read");
    if (name === "link" && prefetchRelations.test(attributes.get("rel")?.value ?? ""))
      found.push("loads in advance what its reader did not ask for");
    if (elements.forbidden.includes(name))
      found.push(`has a <${name}> element, which may load what the page's policy forbids`);
    return found.flat();
  });
  // After `<!--` in a script, browsers and other programs look for its end in different places.
  const { tokens } = tokenize(html);
  const isUnclear = tokens.some((piece, index) => {
    const before = tokens[index - 1];
    const isScript = before?.kind === "open" && before.name === "script";
    return isScript && piece.kind === "text" && piece.text.includes("<!--");
  });
  return [...new Set(isUnclear ? [...problems, "has a script with `<!--` in it"] : problems)];
}

/** Whether an attribute holds an address that is code. */
function runsAsAddress(name: string, value: string): boolean {
  if (addressUse("", name) === undefined && !attributes.sending.includes(name)) return false;
  return /^(javascript|vbscript):/.test(URL.parse(value, "http://site.invalid/")?.protocol ?? "");
}

/** Relations of `<link>` for which a browser loads or connects in advance. */
const prefetchRelations = /\b(prefetch|prerender|preconnect|dns-prefetch)\b/i;

/** Other relations of `<link>` for which a browser requests the address. */
const loadedRelations = /\b(stylesheet|icon|apple-touch-icon|preload|modulepreload|manifest)\b/i;

/** Media types of `<script>` elements that hold data and do not run. */
const dataTypes = /^(application\/(ld\+)?json|text\/plain)$/i;

/** Addresses with a host that a style sheet makes browsers load, and where each rule begins. */
export function hostsInStyle(css: string): { address: string; index: number }[] {
  const loading =
    /(?:url\(\s*["']?|(?:@import|image-set\([^;}]*?)\s*["'])((?:https?:)?\/\/[^"')\s]+)/gi;
  return Array.from(css.matchAll(loading), ({ 1: address = "", index }) => ({ address, index }));
}

/** Addresses that an element makes a browser request by itself, or when its form is sent. */
function loadedBy(element: HtmlTag): string[] {
  const valueOf = (key: string): string => element.attributes.get(key)?.value ?? "";
  const { name } = element;
  if (name === "meta" && /refresh/i.test(valueOf("http-equiv")))
    return [valueOf("content").replace(/^[^=]*=\s*/, "")];
  const isLink = name === "link";
  const relations = [loadedRelations, prefetchRelations];
  if (isLink && !relations.some((some) => some.test(valueOf("rel")))) return [];
  return [...element.attributes].flatMap(([key, { value }]) => {
    if (attributes.fetching_one.includes(key))
      return value.split(",").map((each) => each.trim().split(/\s+/)[0] ?? "");
    const isFollowed = [undefined, "link"].includes(addressUse(name, key));
    const isLoaded = !isFollowed || attributes.sending.includes(key) || (isLink && key === "href");
    return isLoaded ? [value] : [];
  });
}

function runs({ name, attributes }: HtmlTag): boolean {
  if (name === "script") return !dataTypes.test(attributes.get("type")?.value ?? "");
  return elements.running.includes(name);
}
