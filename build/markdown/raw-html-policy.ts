import type { Tag } from "../lib/html-tokens.ts";

// What hand-written HTML may not contain, because it would load, run or send something.

/** What is expected instead of an element or attribute that is refused. */
export const harmless = "content that loads and runs nothing";

/**
 * Elements that load or run something, send something, or hide what follows them. Sound and film
 * are among them because the Content-Security-Policy of every page allows images and styles only,
 * so that they could not play.
 */
export const refusedElements = new Set(
  (
    "script iframe frame frameset fencedframe portal object embed applet link style base meta form textarea title noscript " +
    "plaintext xmp noembed noframes audio video source track"
  ).split(" "),
);
/** Attributes that fetch what they name. */
const fetched = new Set(["src", "poster", "background", "data"]);
/** Attributes that make a browser send a request, besides those that fetch. */
const sending = new Set(["ping", "action", "formaction", "attributionsrc"]);
/**
 * Elements whose `href` is followed by a reader, and those whose `href` is an image. Any other may
 * name a part of the page.
 */
const [followed, pictures] = [new Set(["a", "area"]), new Set(["image", "feimage"])];
/** Attributes that hold text or an address, which no browser reads as CSS. */
const textAttributes =
  /^(alt|title|id|class|name|value|label|placeholder|content|cite|href|xlink:href|aria-.*|data-.*)$/;

/** Why an attribute is removed, as the rest of a sentence; undefined where it stays. */
export function refusalOf(tag: Pick<Tag, "name">, name: string, value: string): string | undefined {
  if (name === "srcset" || name === "imagesrcset") return "has an image with `srcset`";
  if (name.startsWith("on") || name === "srcdoc")
    return `has an attribute that runs code (\`${name}\`)`;
  if (sending.has(name)) return `has an attribute that sends something (\`${name}\`)`;
  if (name === "attributename" && /(href|src)$|^on/i.test(value))
    return `changes an address (<${tag.name}>)`;
  if (name === "style" && /url\s*\(|image-set|src\s*\(|\\/i.test(value))
    return "has a style that loads something";
  // SVG has CSS in attributes of many names. It may refer to a part of the page, `url(#id)`, and to
  // nothing else.
  if (
    !textAttributes.test(name) &&
    !fetched.has(name) &&
    /url\((?!\s*["']?#)|image-set|\bsrc\s*\(|\\[^\\(]*\(/i.test(value)
  )
    return `has a style that loads something (\`${name}\`)`;
  const used =
    (name === "href" || name === "xlink:href") &&
    !followed.has(tag.name) &&
    !pictures.has(tag.name);
  return used && !value.startsWith("#")
    ? `has a <${tag.name}> element that loads what it uses`
    : undefined;
}

/** What an attribute's address is for; undefined for attributes that are no addresses. */
export function kindOf(element: string, attribute: string): "link" | "image" | undefined {
  if (fetched.has(attribute)) return "image";
  if (attribute !== "href" && attribute !== "xlink:href") return undefined;
  return pictures.has(element) ? "image" : "link";
}
