/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { type FoundPage, type SearchResult, search } from "../../search/engine.ts";
import { wordsOf } from "../../search/words.ts";

// The search page. Words are looked up in the browser, in files of this site's index with many
// words each, so a query is never sent. Without this script the page is an index of the whole site.

const form = document.querySelector("form[role=search]") as HTMLFormElement;
const field = form.querySelector("input") as HTMLInputElement;
// Its role is `status`, so screen readers announce it.
const status = form.querySelector("output") as HTMLOutputElement;
const results = document.querySelector("#results") as HTMLElement;
const allPages = document.querySelector("#site-index") as HTMLElement;
const loaded = new Map<string, Promise<unknown>>();

/** How many results are shown at first, and how many more each time. */
const step = 10;

function load(path: string): Promise<unknown> {
  const answer = loaded.get(path) ?? fetch(path).then((response) => response.json());
  loaded.set(path, answer);
  return answer;
}

/** Shows what the words in the address find. @param most How many results at most. */
async function show(most = step): Promise<void> {
  const address = location.search;
  const words = wordsInAddress();
  let [message, count, parts]: [string, number, HTMLElement[]] = ["", 0, []];
  try {
    if (words !== "") {
      const found = await search(words, load, most);
      const items = found.pages.map((page) => itemOf(page, found));
      const list = element("ol", items, { className: "listed" });
      [message, count] = [sentence(found), found.count];
      parts = [...suggestionOf(found), list, ...wayToMore(found)];
    }
  } catch {
    // The next search loads the index anew, because the site may have been rebuilt.
    loaded.clear();
    message = "The search could not be loaded. Please try again.";
  }
  if (address !== location.search) return; // another search has begun
  status.textContent = message;
  allPages.hidden = count > 0;
  results.replaceChildren(...parts);
}

function wordsInAddress(): string {
  return new URLSearchParams(location.search).get("q")?.trim() ?? "";
}

const addressOf = (words: string): string => `?${new URLSearchParams({ q: words })}`;

/** The number of results, in a sentence or two. */
function sentence({ count, pages, missing, isMore }: SearchResult): string {
  if (count === 0) return "Nothing was found. All pages are listed below.";
  const without =
    missing.length > 0 ? ` without ${missing.map((word) => `“${word}”`).join(" and ")}` : "";
  const best = count > pages.length ? ` The best ${pages.length} are shown.` : "";
  return `${isMore ? "At least " : ""}${count} page${count === 1 ? "" : "s"}${without}.${best}`;
}

/** A button, if there are more results, that shows them and focuses the first. */
function wayToMore({ count, pages }: SearchResult): HTMLElement[] {
  if (count <= pages.length) return [];
  const onclick = async () => {
    await show(pages.length + step);
    results.querySelectorAll<HTMLElement>("li > a")[pages.length]?.focus();
  };
  const more = Math.min(step, count - pages.length);
  return [element("button", [`${more} more`], { type: "button", onclick })];
}

/** A link to the query without its typing errors. */
function suggestionOf({ suggestion }: SearchResult): HTMLElement[] {
  if (suggestion === null) return [];
  const link = element("a", [suggestion], { href: addressOf(suggestion) });
  return [element("p", ["Did you mean ", link, "?"])];
}

/**
 * A result: the title, the section whose heading has most of the words, and the description. All
 * are inserted as text, not as HTML.
 */
function itemOf(
  { path, title, description, headings }: FoundPage,
  { isWanted }: SearchResult,
): HTMLElement {
  const parts = headings.map(({ id, text }) => ({ id, content: marked(text, isWanted) }));
  const best = parts.sort((a, b) => b.content.length - a.content.length)[0];
  const item = element("li", [element("a", marked(title, isWanted), { href: path })]);
  if (best && best.content.length > 1) {
    const link = element("a", best.content, { href: `${path}#${encodeURIComponent(best.id)}` });
    item.append(element("p", [link]));
  }
  item.append(element("p", marked(description, isWanted)));
  return item;
}

/** A text with the query's words in `<mark>` elements. */
function marked(text: string, isWanted: SearchResult["isWanted"]): (string | Node)[] {
  const parts: (string | Node)[] = [];
  let at = 0;
  for (const { term, start, end } of wordsOf(text)) {
    if (!isWanted(term) || end <= at) continue;
    const from = Math.max(at, start); // pairs of characters overlap
    parts.push(text.slice(at, from), element("mark", [text.slice(from, end)]));
    at = end;
  }
  return [...parts, text.slice(at)];
}

function element(
  name: string,
  content: readonly (string | Node)[],
  attributes: object = {},
): HTMLElement {
  const made = Object.assign(document.createElement(name), attributes);
  made.append(...content);
  return made;
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  history.pushState(null, "", addressOf(field.value));
  void show();
});
function begin(): void {
  field.value = wordsInAddress();
  void show();
}
addEventListener("popstate", begin); // Back and Forward between searches
begin();
