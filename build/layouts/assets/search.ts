/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { partsOf, say, series, type Words } from "../../lib/phrases.ts";
import { type FoundPage, type SearchResult, search } from "../../search/engine.ts";
import { splitIntoWords } from "../../search/words.ts";

// The search page. Words are looked up in the browser, in files of this site's index with many
// words each, so a query is never sent. Without this script the page is an index of the whole site.

const form = document.querySelector("form[role=search]") as HTMLFormElement;
const field = form.querySelector("input") as HTMLInputElement;
// Its role is `status`, so screen readers announce it.
const status = form.querySelector("output") as HTMLOutputElement;
const results = document.querySelector("#results") as HTMLElement;
const allPages = document.querySelector("#site-index") as HTMLElement;
const words = JSON.parse(form.dataset["words"] ?? "") as Words;
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
  const query = wordsInAddress();
  let [message, count, parts]: [(string | Node)[], number, HTMLElement[]] = [[], 0, []];
  try {
    if (query !== "") {
      const found = await search(query, load, most);
      const items = found.pages.map((page) => itemOf(page, found));
      const list = element("ol", items, { className: "listed" });
      [message, count] = [sentences(found), found.count];
      parts = [...suggestionOf(found), list, ...wayToMore(found)];
    }
  } catch {
    // The next search loads the index anew, because the site may have been rebuilt.
    loaded.clear();
    message = [phraseOf("failed")];
  }
  if (address !== location.search) return; // another search has begun
  status.replaceChildren(...message);
  allPages.hidden = count > 0;
  results.replaceChildren(...parts);
}

function wordsInAddress(): string {
  return new URLSearchParams(location.search).get("q")?.trim() ?? "";
}

const addressOf = (query: string): string => `?${new URLSearchParams({ q: query })}`;

/** A phrase of the search, marked if it is in English and the page is not. */
function phraseOf(name: string, values?: Readonly<Record<string, string | number | Node>>): Node {
  const said = partsOf(words, `search.${name}`, values);
  const isEnglish = words.english.includes(`search.${name}`);
  return element("span", said, isEnglish ? { lang: "en", dir: "ltr" } : {});
}

/** The number of results, in a sentence or two. */
function sentences({ count, pages, missing, isMore }: SearchResult): (string | Node)[] {
  if (count === 0) return [phraseOf("nothing")];
  const quoted = missing.map((word) => say(words, "text.quoted", { word }));
  const without =
    quoted.length > 0 ? say(words, "search.without", { words: series(words, quoted, "or") }) : "";
  const found = phraseOf(isMore ? "found_more" : "found", { count, without });
  return count > pages.length ? [found, " ", phraseOf("best", { count: pages.length })] : [found];
}

/** A button, if there are more results, that shows them and focuses the first. */
function wayToMore({ count, pages }: SearchResult): HTMLElement[] {
  if (count <= pages.length) return [];
  const onclick = async () => {
    await show(pages.length + step);
    results.querySelectorAll<HTMLElement>("li > a")[pages.length]?.focus();
  };
  const more = Math.min(step, count - pages.length);
  return [element("button", [phraseOf("more", { count: more })], { type: "button", onclick })];
}

/** A link to the query without its typing errors. */
function suggestionOf({ suggestion }: SearchResult): HTMLElement[] {
  if (suggestion === null) return [];
  const link = element("a", [suggestion], { href: addressOf(suggestion) });
  return [element("p", [phraseOf("did_you_mean", { query: link })])];
}

/**
 * A result: the title, the section whose heading has most of the words, and the description. All
 * are inserted as text, not as HTML.
 */
function itemOf(
  { path, title, description, headings, language }: FoundPage,
  { isWanted }: SearchResult,
): HTMLElement {
  const parts = headings.map(({ id, text }) => ({ id, content: marked(text, isWanted) }));
  const best = parts.sort((a, b) => b.content.length - a.content.length)[0];
  const inLanguage = language === undefined ? {} : { lang: language, dir: "auto" };
  const item = element("li", [element("a", marked(title, isWanted), { href: path })], inLanguage);
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
  for (const { term, start, end } of splitIntoWords(text)) {
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
