/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { createSearch, type FoundPage, type SearchResult, type WordsIndex } from "../../search/engine.ts";
import { wordsOf } from "../../search/words.ts";

// The search page. Words are looked up in the browser, in files of this site's index, and each file holds many words:
// what is searched for is not sent. Without this script the page is an index of the whole site.

/** Results that are shown at once. */
const portion = 10;
/** Milliseconds after the last key before a search begins. */
const pause = 150;

const root = document.documentElement;
// Where the address has words, the list of all pages is not drawn first: the results take its place.
if (new URLSearchParams(location.search).get("q")) root.classList.add("searching");

async function loadJson(path: string): Promise<unknown> {
  const response = await fetch(path, { signal: AbortSignal.timeout(20_000) });
  if (!response.ok) throw new Error(`${path} answered ${response.status}.`);
  return response.json();
}

addEventListener("DOMContentLoaded", () => {
  const form = document.querySelector("form[role=search]") as HTMLFormElement;
  const field = form.querySelector("input") as HTMLInputElement;
  const status = form.querySelector("output") as HTMLOutputElement; // its role is `status`, so screen readers say it
  const results = document.querySelector("#results") as HTMLElement;
  let engine: Promise<ReturnType<typeof createSearch>> | undefined;
  let [current, waiting] = [0, 0];

  async function show(): Promise<void> {
    const mine = ++current;
    clearTimeout(waiting);
    const words = field.value.trim();
    history.replaceState(null, "", addressOf(words));
    /** Shows what came of this search, unless another has begun. @param isFound Whether to hide the list of all pages. */
    const put = (isFound: boolean, message: string, ...parts: HTMLElement[]): void => {
      if (mine !== current) return;
      root.classList.toggle("searching", isFound);
      status.textContent = message;
      results.replaceChildren(...parts);
    };
    if (words === "") return put(false, "");
    try {
      engine ??= loadJson(form.dataset["index"] as string).then((index) => createSearch(index as WordsIndex, loadJson));
      const { search, page } = await engine;
      const found = await search(words);
      const list = document.createElement("ol");
      const add = async (): Promise<void> => {
        const from = list.children.length;
        more.disabled = true; // until these are there, so that none is listed twice
        const next = await Promise.all(found.pages.slice(from, from + portion).map(page));
        list.append(...next.map((each) => itemOf(each, found)));
        more.hidden = list.children.length >= found.pages.length;
        more.disabled = false;
        if (from > 0) list.children[from]?.querySelector("a")?.focus();
      };
      const more = button("Show more", () =>
        add().catch(() => put(false, "No more could be loaded.", button("Try again", show))),
      );
      await add();
      put(found.pages.length > 0, sentence(found), ...suggestionOf(found), list, more);
    } catch {
      engine = undefined; // the next try begins with the index of now, because the site may have been built anew
      put(false, "The search could not be loaded.", button("Try again", show));
    }
  }

  field.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = window.setTimeout(show, pause);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void show();
  });
  field.value = new URLSearchParams(location.search).get("q") ?? "";
  if (field.value !== "") void show();
});

/** What was found, in a sentence or two. */
function sentence({ pages, missing, isMore }: SearchResult): string {
  if (pages.length === 0) return "Nothing was found. All pages are listed below.";
  const count = pages.length === 1 ? "1 page" : `${pages.length} pages`;
  const without = missing.length > 0 ? ` without ${missing.map((word) => `“${word}”`).join(" and ")}` : "";
  return `${isMore ? "At least " : ""}${count}${without}.${isMore ? " More letters find more." : ""}`;
}

/** A line that leads to the query without its typing errors. */
function suggestionOf({ suggestion }: SearchResult): HTMLElement[] {
  if (suggestion === null) return [];
  const line = document.createElement("p");
  line.append("Did you mean ", linkTo(addressOf(suggestion), [suggestion]), "?");
  return [line];
}

function addressOf(words: string): string {
  return words === "" ? location.pathname : `?${new URLSearchParams({ q: words })}`;
}

/** A result: the title, the part whose heading has most of the words, and the description. All of it is put in as text. */
function itemOf({ path, title, description, headings }: FoundPage, { wordFor }: SearchResult): HTMLElement {
  const count = (text: string) => new Set(wordsOf(text).flatMap(({ term }) => wordFor(term) ?? [])).size;
  const best = headings.toSorted((a, b) => count(b.text) - count(a.text))[0];
  const item = document.createElement("li");
  item.append(linkTo(path, marked(title, wordFor)));
  if (best && count(best.text) > 0) {
    const part = document.createElement("p");
    part.append(linkTo(`${path}#${encodeURIComponent(best.id)}`, marked(best.text, wordFor)));
    item.append(part);
  }
  const about = document.createElement("p");
  about.append(...marked(description, wordFor));
  item.append(about);
  return item;
}

function linkTo(href: string, content: readonly (string | Node)[]): HTMLAnchorElement {
  const link = Object.assign(document.createElement("a"), { href });
  link.append(...content);
  return link;
}

function button(label: string, act: () => unknown): HTMLButtonElement {
  const element = Object.assign(document.createElement("button"), { type: "button", textContent: label });
  element.addEventListener("click", act);
  return element;
}

/** A text with the words that were looked for marked. */
function marked(text: string, wordFor: SearchResult["wordFor"]): (string | HTMLElement)[] {
  const pieces: (string | HTMLElement)[] = [];
  let at = 0;
  for (const { term, start, end } of wordsOf(text)) {
    if (wordFor(term) === undefined || end <= at) continue;
    const from = Math.max(at, start); // pairs of characters overlap
    pieces.push(
      text.slice(at, from),
      Object.assign(document.createElement("mark"), { textContent: text.slice(from, end) }),
    );
    at = end;
  }
  return [...pieces, text.slice(at)];
}
