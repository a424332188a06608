import { partsOf, type Words } from "./phrases.ts";

/** Text that is already HTML and must not be escaped again. */
export class Html {
  readonly value: string;
  constructor(value: string) {
    this.value = value;
  }
  toString(): string {
    return this.value;
  }
}

type HtmlValue = Html | string | number | null | undefined | false | readonly HtmlValue[];

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes text for HTML and XML, in content and in quoted attributes alike. */
export function escape(text: string): string {
  return /[&<>"']/.test(text)
    ? text.replace(/[&<>"']/g, (character) => entities[character] as string)
    : text;
}

/** Marks a string as HTML that is not escaped again. Only for HTML that the build itself made. */
export function trusted(value: string): Html {
  return new Html(value);
}

/**
 * A template tag for HTML or XML. Every value is escaped unless it is `Html`; items of lists are
 * joined; null, undefined and false become nothing.
 */
export function html(strings: TemplateStringsArray, ...values: HtmlValue[]): Html {
  let result = strings[0] as string;
  for (let i = 0; i < values.length; i++)
    result += fragment(values[i]) + (strings[i + 1] as string);
  return new Html(result);
}

function fragment(value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return "";
  if (value instanceof Html) return value.value;
  if (typeof value === "string") return escape(value);
  if (typeof value === "number") return String(value);
  return value.map(fragment).join("");
}

/** A phrase as HTML, marked if it is in English because the page's language lacks it. */
export function sayHtml(
  words: Words,
  name: string,
  values?: Readonly<Record<string, Html | string | number>>,
): Html {
  const content = html`${partsOf<Html>(words, name, values)}`;
  return words.english.includes(name) ? html`<span lang="en" dir="ltr">${content}</span>` : content;
}
