import { type Tag, tokenize, unescaped } from "../lib/html-tokens.ts";

/** An answer of the site, read to its end. */
export interface Answer {
  method: string;
  /** Root-relative address that was requested. */
  path: string;
  status: number;
  headers: Headers;
  bytes: Uint8Array;
}

/** Why there is no answer that can be read, in words for the report. */
export class NoAnswer extends Error {}

/** What was requested, as a finding names it: the address, after any method but GET. */
export function requestOf({ method, path }: Pick<Answer, "method" | "path">): string {
  return method === "GET" ? path : `${method} ${path}`;
}

/** The body as text, read as UTF-8. */
export function textOf({ bytes }: Answer): string {
  return new TextDecoder().decode(bytes);
}

/** The media type in lower case, without parameters; empty if there is none. */
export function mediaTypeOf({ headers }: Answer): string {
  const [type = ""] = (headers.get("content-type") ?? "").split(";");
  return type.trim().toLowerCase();
}

/** A header as `name: value`, or `no name`. */
export function shownHeader({ headers }: Pick<Answer, "headers">, name: string): string {
  const value = headers.get(name);
  return value === null ? `no ${name}` : `${name}: \`${value}\``;
}

/** The JSON of an answer with status 200. @throws NoAnswer saying what any other answer is */
export function jsonOf(answer: Answer): unknown {
  const { status, headers } = answer;
  const target = headers.get("location");
  const given = target === null ? typeOf(answer) : `and leads to ${target}`;
  if (status !== 200) throw new NoAnswer(`answers ${status} ${given}, where JSON belongs`);
  return jsonOfAny(answer);
}

/** The JSON of an answer, whatever its status. @throws NoAnswer saying what the body is instead */
export function jsonOfAny(answer: Answer): unknown {
  const text = textOf(answer);
  if (/^\s*</.test(text)) throw new NoAnswer(`answers HTML ${typeOf(answer)}, where JSON belongs`);
  try {
    return JSON.parse(text);
  } catch {
    throw new NoAnswer(`answers what is not JSON ${typeOf(answer)}`);
  }
}

function typeOf({ headers }: Answer): string {
  return `(${headers.get("content-type") ?? "no media type"})`;
}

/** Whether a media type is JSON: one value, unlike JSON Lines. */
export function isJson(media_type: string): boolean {
  return /^application\/(json|[\w.-]+\+json)\s*(;|$)/i.test(media_type);
}

/** The start tags of a page, in their order. */
export function elementsOf(html: string): Tag[] {
  return tokenize(html).tokens.filter((token): token is Tag => token.kind === "open");
}

/** An attribute of an element, or the empty text. */
export function attributeOf({ attributes }: Tag, name: string): string {
  return attributes.get(name)?.value ?? "";
}

/** The structured data of a page: each block of JSON-LD, null where it is not JSON. */
export function structuredDataOf(html: string): unknown[] {
  const blocks = html.split('<script type="application/ld+json">').slice(1);
  return blocks.map((block) => {
    const text = block.slice(0, block.indexOf("</script"));
    try {
      return JSON.parse(text);
    } catch {
      return null;
    }
  });
}

/** Of each element `parent` in XML the text of the first element `name` in it, which holds no other element. */
export function textsInXml(xml: string, parent: string, name: string): string[] {
  const parents = xml.split(new RegExp(`<${parent}[\\s>]`)).slice(1);
  return parents.map((text) => unescaped(new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1]?.trim() ?? ""));
}
