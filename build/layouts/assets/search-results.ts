/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { type Block, bestPassage, countIn, marked, type Part, type Piece, type WordFor } from "./passages.ts";
import type { Found, FoundPage } from "./search-engine.ts";

// The list of results. Everything is put in as text, so nothing of a page becomes markup here.

/** What was found, in a sentence or two. */
export function sentence({ pages, hasAll, unknown, hasOthers, isMore, leftOut }: Found): string {
  const count = pages.length === 1 ? "One page" : `${pages.length} pages`;
  const some = isMore ? `At least ${count.toLowerCase()}` : count;
  const have = pages.length === 1 ? "has" : "have";
  const without = unknown.map((word) => `“${word}”`).join(" or ");
  const rest = hasOthers ? "the others" : "the most of them";
  const parts = [
    pages.length === 0
      ? "Nothing was found. All pages are listed below."
      : hasAll
        ? `${some}.`
        : `No page has ${without || "all of these words"}. ${some} ${have} ${rest}.`,
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
 * An item of the list, at first with the page's description and address. When the item is seen, the page is loaded: the
 * passage that has the words takes the place of the description, the names of parts that of the address; the style
 * leaves room for both. The description stays where the words stand in code and in the title: it says more. If the page
 * cannot be loaded, both stay.
 * @param signal Ends the loading.
 */
export function resultItem(page: FoundPage, wordFor: WordFor, signal: AbortSignal): HTMLLIElement {
  const link = Object.assign(document.createElement("a"), { href: page.path });
  link.append(...inPieces(marked(page.title, wordFor)));
  const about = Object.assign(document.createElement("p"), { className: "passage" });
  about.append(...inPieces(marked(page.description, wordFor)));
  const place = Object.assign(document.createElement("p"), { className: "place" });
  place.append(Object.assign(document.createElement("span"), { textContent: page.path }));
  const item = document.createElement("li");
  item.append(link, place, about);
  const seen = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    seen.disconnect();
    blocksAt(page.path).then(
      (blocks) => {
        const passage = bestPassage(blocks, wordFor);
        if (!passage || signal.aborted) return;
        const isNamed = page.description !== "" && countIn(page.title, wordFor) >= passage.words;
        const isShown = !(passage.isCode && isNamed);
        if (isShown) {
          about.replaceChildren(...inPieces(passage.pieces));
          link.href = addressWith(page.path, "", passage.directive);
        }
        if (passage.parts.length > 0)
          place.replaceChildren(
            passage.isInPart && isShown ? "In" : "Also in",
            ...passage.parts.map((part) => partLink(part, page.path)),
          );
      },
      () => undefined,
    );
  });
  seen.observe(item);
  signal.addEventListener("abort", () => seen.disconnect());
  return item;
}

/** An address at which the browser marks words; one that cannot would take the directive for a part's name. */
function addressWith(path: string, id: string, directive: string): string {
  const fragment = encodeURIComponent(id) + ("fragmentDirective" in document ? directive : "");
  return fragment === "" ? path : `${path}#${fragment}`;
}

function partLink({ heading, id, directive }: Part, path: string): HTMLAnchorElement {
  const link = Object.assign(document.createElement("a"), { href: addressWith(path, id, directive) });
  link.append(...inPieces(heading));
  return link;
}

function inPieces(pieces: readonly Piece[]): (string | HTMLElement)[] {
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
  await pause();
  const blocks = blocksOf(page.querySelector(".body") ?? page.querySelector("main") ?? page.body);
  await pause();
  return blocks;
}

/** Lets the browser draw and answer between two steps that take long on a large page. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

const blockElements = new Set(
  "H1 H2 H3 H4 H5 H6 P LI PRE TD TH DT DD FIGCAPTION SUMMARY DIV SECTION BLOCKQUOTE".split(" "),
);
/** What is no text of the page's author, the entries of the guestbook among it. */
const skipped = "script, style, noscript, template, annotation, .anchor, [hidden], [data-markdown-ignore]";

/** The text of a page by its blocks, in order; takes out of it what is skipped. */
function blocksOf(root: Element): Block[] {
  for (const element of root.querySelectorAll(skipped)) element.remove();
  const blocks: Block[] = [];
  let [before, id, heading]: [Element | null, string, string] = [null, "", ""];
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode.textContent ?? "";
    const element = blockAround(texts.currentNode);
    const last = blocks.at(-1);
    if (element === before && last) {
      last.text += text;
      continue;
    }
    before = element;
    const isHeading = element !== null && /^H[1-6]$/.test(element.tagName) && element.id !== "";
    if (isHeading) [id, heading] = [element.id, inOneLine(element.textContent ?? "")];
    blocks.push({ text, id, heading, kind: isHeading ? "heading" : element?.tagName === "PRE" ? "code" : "text" });
  }
  for (const block of blocks) block.text = block.kind === "code" ? inLines(block.text) : inOneLine(block.text);
  return blocks.filter((block) => block.text !== "");
}

function blockAround(node: Node): Element | null {
  let element = node.parentElement;
  while (element && !blockElements.has(element.tagName)) element = element.parentElement;
  return element;
}

function inOneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function inLines(code: string): string {
  return code.replace(/\s+/g, (space) => (space === " " ? space : "\n")).trim();
}
