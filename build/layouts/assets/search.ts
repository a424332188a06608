/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { createSearch, type Found, type Search, type WordsIndex } from "./search-engine.ts";
import { addressOf, resultItem, sentence, suggestionOf } from "./search-results.ts";

// The search page. Words are looked up in the browser, in files of this site's index, and each file holds many words:
// what is searched for is not sent. Without this script the page is an index of the whole site.

const form = document.querySelector<HTMLFormElement>("form[role=search]");
const field = form?.querySelector<HTMLInputElement>("input");
const status = form?.querySelector("output"); // its role is `status`
const results = document.querySelector<HTMLElement>("#results");
const siteIndex = document.querySelector<HTMLElement>("#site-index");

/** Results that are shown at once. */
const portion = 10;
/** Milliseconds after the last key before a search begins. */
const pause = 150;

async function loadJson(path: string): Promise<unknown> {
  const response = await fetch(path, { signal: AbortSignal.timeout(20_000) });
  if (!response.ok) throw new Error(`${path} answered ${response.status}.`);
  return response.json();
}

let engine: Promise<Search> | undefined;

function loadEngine(): Promise<Search> {
  engine ??= loadJson(form?.dataset["index"] ?? "").then((index) => createSearch(index as WordsIndex, loadJson));
  engine.catch(() => (engine = undefined));
  return engine;
}

/** Searches; once more with a new index if a file is missing, because the site was built anew since it was loaded. */
async function find(words: string): Promise<{ found: Found; search: Search; first: HTMLLIElement[] }> {
  const attempt = async () => {
    const search = await loadEngine();
    const found = await search.search(words);
    return { found, search, first: await itemsOf(found, search, 0) };
  };
  return attempt().catch(() => {
    engine = undefined;
    return attempt();
  });
}

let running = new AbortController();

function itemsOf({ pages, wordFor }: Found, search: Search, from: number): Promise<HTMLLIElement[]> {
  const { signal } = running;
  return Promise.all(
    pages.slice(from, from + portion).map(async (number) => resultItem(await search.page(number), wordFor, signal)),
  );
}

async function search(words: string): Promise<void> {
  running.abort();
  running = new AbortController();
  const { signal } = running;
  if (words.trim() === "") return show("", []);
  results?.setAttribute("aria-busy", "true");
  const slow = setTimeout(() => announce("Searching …"), 400);
  try {
    const { found, search, first } = await find(words);
    if (!signal.aborted) show(sentence(found), [suggestionOf(found), ...listOf(found, search, first)]);
  } catch {
    if (!signal.aborted) show("The search could not be loaded.", [button("Try again", () => void search(words))]);
  } finally {
    clearTimeout(slow);
  }
}

function listOf(found: Found, search: Search, first: readonly HTMLLIElement[]): HTMLElement[] {
  if (first.length === 0) return [];
  const list = document.createElement("ol");
  list.append(...first);
  const { signal } = running;
  const more = button("Show more", () => {
    more.disabled = true;
    itemsOf(found, search, list.children.length).then(
      (items) => {
        if (signal.aborted) return;
        list.append(...items);
        more.disabled = false;
        more.hidden = list.children.length >= found.pages.length;
        items[0]?.querySelector("a")?.focus();
      },
      () => {
        more.disabled = false;
        announce("More could not be loaded. Try again.");
      },
    );
  });
  more.hidden = first.length >= found.pages.length;
  return [list, more];
}

function button(label: string, act: () => void): HTMLButtonElement {
  const made = Object.assign(document.createElement("button"), { type: "button", textContent: label });
  made.addEventListener("click", act);
  return made;
}

/** Only the sentence is read out by screen readers, not the list. */
function announce(message: string): void {
  if (status) status.textContent = message;
}

function show(message: string, parts: readonly (HTMLElement | null)[]): void {
  announce(message);
  results?.replaceChildren(...parts.filter((part) => part !== null));
  results?.removeAttribute("aria-busy");
  if (siteIndex) siteIndex.hidden = results?.querySelector("li") !== null;
  document.documentElement.classList.remove("searching"); // until now the list was hidden by search-start.ts
}

/**
 * Moves the focus between the field and the results, which stay plain links, with the arrow keys, Home and End; Escape
 * leads back to the field. In the field Home, End and Escape do what they do in any field.
 */
function move(event: KeyboardEvent): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.isComposing) return;
  const all = "#results > p > a, #results li > a, #results > button:not([hidden])";
  const stops = [...document.querySelectorAll<HTMLElement>(all)];
  const here = document.activeElement;
  const at = stops.findIndex((stop) => stop === here || (here !== null && stop.closest("li")?.contains(here)));
  const isInField = here === field;
  if (stops.length === 0 || (at === -1 && !isInField)) return;
  const next: Record<string, HTMLElement | null | undefined> = isInField
    ? { ArrowDown: stops[0] }
    : {
        ArrowDown: stops[at + 1] ?? stops[at],
        ArrowUp: stops[at - 1] ?? field,
        Home: stops[0],
        End: stops.at(-1),
        Escape: field,
      };
  const target = next[event.key];
  if (!target) return;
  event.preventDefault();
  target.focus();
}

/** Keeps in the history from which result the keyboard led away, for browsers that lose the focus on the way back. */
function rememberResult({ target }: Event): void {
  const link = (target as Element).closest("li a");
  if (!link?.matches(":focus-visible")) return;
  const left = [...document.querySelectorAll("#results li")].indexOf(link.closest("li") as Element);
  history.replaceState({ ...history.state, left }, "");
}

function returnToResult(): void {
  const item = document.querySelectorAll("#results li")[history.state?.left ?? -1];
  if (document.activeElement === document.body) item?.querySelector("a")?.focus();
}

/** Keeps the words in the address. While somebody types, all that is typed is one step of the history. */
function remember(words: string, isTyping: boolean): void {
  if (addressOf(words) === (location.search || location.pathname)) history.replaceState({ isTyping }, "");
  else if (history.state?.isTyping) history.replaceState({ isTyping }, "", addressOf(words));
  else history.pushState({ isTyping }, "", addressOf(words));
}

if (form && field) {
  let waiting = 0;
  const begin = (): void => {
    field.value = new URLSearchParams(location.search).get("q") ?? "";
    void search(field.value).then(returnToResult);
  };
  begin();
  addEventListener("popstate", begin);
  addEventListener("keydown", move);
  results?.addEventListener("click", rememberResult);
  field.addEventListener("focus", () => void loadEngine().catch(() => undefined), { once: true });
  field.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      remember(field.value, true);
      void search(field.value);
    }, pause) as unknown as number;
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    clearTimeout(waiting);
    remember(field.value, false);
    void search(field.value);
  });
}
