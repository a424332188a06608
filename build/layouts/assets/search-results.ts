/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { type Block, bestPassage, marked, type Passage } from "./passages.ts";
import type { Found, FoundPage } from "./search-engine.ts";

// The list of results. Everything is put in as text, so nothing of a page becomes markup here.

/** What was found, in a sentence or two. */
export function sentence({ pages, hasAll, isMore, leftOut }: Found): string {
  const count = pages.length === 1 ? "One page" : `${pages.length} pages`;
  const some = isMore ? `At least ${count.toLowerCase()}` : count;
  const parts = [
    pages.length === 0
      ? "Nothing was found. All pages are listed below."
      : hasAll
        ? `${some}.`
        : `No page has all of these words. ${some} ${pages.length === 1 ? "has" : "have"} the most of them.`,
  ];
  if (isMore) parts.push("More letters find more.");
  if (leftOut.length > 0)
    parts.push(`Not looked for, because these words are on so many pages: ${leftOut.join(", ")}.`);
  return parts.join(" ");
}

/** A line that leads to the query without its typing errors. */
export function suggestionOf({ suggestion }: Found): HTMLElement | null {
  if (suggestion === null) return null;
  const line = document.createElement("p");
  const link = Object.assign(document.createElement("a"), { href: addressOf(suggestion), textContent: suggestion });
  line.append("Did you mean ", link, "?");
  return line;
}

/** The address of the search page with words, relative to it. */
export function addressOf(words: string): string {
  return words === "" ? location.pathname : `?${new URLSearchParams({ q: words })}`;
}

/** Blocks of pages that were loaded before, by address. */
const known = new Map<string, Promise<Block[]>>();
const mostKnown = 50;

/**
 * An item of the list, at first with the page's description. Once the item is seen, the page is loaded, and the passage
 * that has the words takes the place of the description; if it cannot be loaded, the description stays.
 * @param signal Ends the loading.
 */
export function resultItem(page: FoundPage, matches: (term: string) => boolean, signal: AbortSignal): HTMLLIElement {
  const link = Object.assign(document.createElement("a"), { href: page.path });
  link.append(...inPieces(marked(page.title, matches)));
  const about = Object.assign(document.createElement("p"), { className: "passage" });
  about.append(...inPieces(marked(page.description, matches)));
  const item = document.createElement("li");
  item.append(link, about);
  const seen = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    seen.disconnect();
    blocksAt(page.path).then(
      (blocks) => {
        const passage = bestPassage(blocks, matches);
        if (passage && !signal.aborted) showPassage(passage, page.path, about);
      },
      () => undefined,
    );
  });
  seen.observe(item);
  signal.addEventListener("abort", () => seen.disconnect());
  return item;
}

function showPassage({ heading, id, pieces }: Passage, path: string, about: HTMLElement): void {
  about.replaceChildren(...inPieces(pieces));
  if (heading === "") return;
  const place = Object.assign(document.createElement("p"), { className: "place" });
  const link = Object.assign(document.createElement("a"), { href: `${path}#${encodeURIComponent(id)}` });
  link.textContent = heading;
  place.append("In the part ", link);
  about.after(place);
}

function inPieces(pieces: Passage["pieces"]): (string | HTMLElement)[] {
  return pieces.map(({ text, marked }) => {
    if (!marked) return text;
    return Object.assign(document.createElement("mark"), { textContent: text });
  });
}

function blocksAt(path: string): Promise<Block[]> {
  const blocks = known.get(path) ?? loadBlocks(path);
  known.delete(path);
  known.set(path, blocks); // the last asked for is the last to go
  blocks.catch(() => known.delete(path));
  for (const old of [...known.keys()].slice(0, -mostKnown)) known.delete(old);
  return blocks;
}

async function loadBlocks(path: string): Promise<Block[]> {
  const response = await fetch(path, { signal: AbortSignal.timeout(20_000) });
  if (!response.ok) throw new Error(`${path} answered ${response.status}.`);
  // A document made in this way runs no script and loads nothing.
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  return blocksOf(page.querySelector(".body") ?? page.querySelector("main") ?? page.body);
}

const blockElements =
  "h1, h2, h3, h4, h5, h6, p, li, pre, td, th, dt, dd, figcaption, summary, div, section, blockquote";
/** What is no text of the page's author, the entries of the guestbook among it. */
const skipped = "script, style, noscript, template, annotation, .anchor, [hidden], [data-markdown-ignore]";

/** The text of a page by its blocks, in order. */
function blocksOf(root: Element): Block[] {
  const blocks: Block[] = [];
  let [before, id, heading]: [Element | null, string, string] = [null, "", ""];
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { parentElement: parent, textContent: text } = texts.currentNode;
    if (!parent || !text || parent.closest(skipped)) continue;
    const element = parent.closest(blockElements);
    const last = blocks.at(-1);
    if (element === before && last) {
      last.text += text;
      continue;
    }
    before = element;
    const isHeading = element !== null && /^H[1-6]$/.test(element.tagName) && element.id !== "";
    if (isHeading) [id, heading] = [element.id, (element.textContent ?? "").replace(/\s+/g, " ").trim()];
    blocks.push({ text, id, heading });
  }
  return blocks.map((block) => ({ ...block, text: block.text.replace(/\s+/g, " ").trim() }));
}
