import { readTable } from "./yaml.ts";

// Which parts of HTML make a browser load, run or send something. The rules for hand-written HTML
// and those for whole pages, which may also load scripts and styles of the site, are made of them.

/** How browsers treat elements and attributes. */
export const { elements, attributes } = readTable<{
  elements: Record<
    "known" | "running" | "media" | "forbidden" | "page_only" | "followed" | "pictures",
    readonly string[]
  >;
  attributes: Record<"fetching" | "fetching_one" | "reporting" | "sending", readonly string[]>;
}>(import.meta.dirname, "html-effects.yaml");

/** Attributes that hold text or an address, which no browser reads as CSS. */
const textAttributes = new RegExp(
  "^(alt|title|id|class|name|value|label|placeholder|content|cite|datetime|aria-.*|data-.*" +
    "|href|xlink:href|src|poster|background|data)$",
);

/** Why an attribute is forbidden in any HTML, as the rest of a sentence; undefined if it is not. */
export function dangerOf(element: string, name: string, value: string): string | undefined {
  if (name.startsWith("on") || name === "srcdoc")
    return `has an attribute that runs code (\`${name}\`)`;
  if (attributes.reporting.includes(name))
    return `has an attribute that sends something (\`${name}\`)`;
  if (name === "attributename" && /(href|src)$|^on/i.test(value))
    return `changes an address (<${element}>)`;
  if (name === "style" && /url\s*\(|image-set|src\s*\(|\\/i.test(value))
    return "has a style that loads something";
  // Many attributes of SVG hold CSS, which may refer only to an element of the page, `url(#id)`. A
  // backslash can disguise the name of a CSS function.
  const style = /url\((?!\s*["']?#)|image-set|\bsrc\s*\(|\\[^\\(]*\(/i;
  if (!textAttributes.test(name) && style.test(value))
    return `has a style that loads something (\`${name}\`)`;
  const isUsed =
    (name === "href" || name === "xlink:href") &&
    !elements.followed.includes(element) &&
    !elements.pictures.includes(element);
  return isUsed && !value.startsWith("#")
    ? `has a <${element}> element that loads what it uses`
    : undefined;
}

/** The use of an address: to be followed, shown, or played. */
export type TargetKind = "link" | "image" | "media";

/** The use of the address in an attribute such as `src` or `href`; undefined for any other. */
export function addressUse(element: string, attribute: string): TargetKind | undefined {
  if (attribute === "src" && elements.media.includes(element)) return "media";
  if (attributes.fetching.includes(attribute)) return "image";
  if (attribute !== "href" && attribute !== "xlink:href") return undefined;
  return elements.pictures.includes(element) ? "image" : "link";
}
