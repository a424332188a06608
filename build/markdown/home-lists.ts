import type { Token } from "markdown-it";

const item = "list_item_open paragraph_open inline paragraph_close list_item_close ";

/** The types of tokens of a first paragraph, and after it a list of at most four items. */
const shortList = new RegExp(
  `^paragraph_open inline paragraph_close bullet_list_open (${item}){1,4}bullet_list_close`,
);

/**
 * Gives classes to an author's own lists on the home page: `ways` to a short list of links, and
 * nothing else, after a first paragraph; `forms` to the first list whose items hold code.
 */
export function nameHomeLists(tokens: readonly Token[]): void {
  const ends = tokens.flatMap(({ type }, at) => (type === "bullet_list_close" ? [at] : []));
  let passed = 0; // of the ends
  const lists = tokens.flatMap((open, at) => {
    if (open.type === "bullet_list_close") passed++;
    if (open.type !== "bullet_list_open" || open.attrs !== null) return [];
    return [{ open, inside: tokens.slice(at + 1, ends[passed]) }];
  });
  const [first] = lists;
  const isShort = shortList.test(tokens.map(({ type }) => type).join(" "));
  if (isShort && first?.inside.every(isOnlyLinks)) first.open.attrSet("class", "ways");
  const withCode = lists.find(({ inside: [, begin, ...rest] }) => {
    const isLoose = begin?.type === "paragraph_open" && !begin.hidden;
    return isLoose && rest.some(({ tag, info }) => tag === "code" && info.trim() !== "math");
  });
  withCode?.open.attrSet("class", "forms");
}

/** Whether a token may be in a list of links with plain words, without empty lines between. */
function isOnlyLinks({ type, children, hidden }: Token): boolean {
  if (type === "paragraph_open") return hidden;
  const types = (children ?? []).map((child) => child.type).join(" ");
  return type !== "inline" || /^link_open ((text|softbreak) )*link_close$/.test(types);
}
