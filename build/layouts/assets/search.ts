/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import MiniSearch from "minisearch";

// The search page. The index is loaded when somebody begins to search, from this site, and searched in the browser:
// what is searched for never leaves it. Without this script the page is an index of the whole site.

interface SearchRecord {
  path: string;
  title: string;
  description: string;
  about: string;
  text?: string;
}

const form = document.querySelector<HTMLFormElement>("form[role=search]");
const field = form?.querySelector<HTMLInputElement>("input");
const results = document.querySelector<HTMLElement>("#results");
const index = document.querySelector<HTMLElement>("#site-index");

let engine: Promise<MiniSearch<SearchRecord>> | undefined;

function loadEngine(address: string): Promise<MiniSearch<SearchRecord>> {
  engine ??= fetch(address).then(async (response) => {
    if (!response.ok) throw new Error(`The index answered ${response.status}.`);
    const { pages } = (await response.json()) as { pages: SearchRecord[] };
    const search = new MiniSearch<SearchRecord>({
      idField: "path",
      fields: ["title", "description", "about", "text"],
      storeFields: ["title", "description"],
      searchOptions: {
        boost: { title: 4, description: 2, about: 2 },
        prefix: true,
        fuzzy: (term) => (term.length > 4 ? 0.2 : false),
        combineWith: "AND",
      },
    });
    await search.addAllAsync(pages, { chunkSize: 500 });
    return search;
  });
  engine.catch(() => (engine = undefined));
  return engine;
}

function show(message: string, hits: { path: string; title: string; description: string }[]): void {
  if (!results || !index) return;
  const status = document.createElement("p");
  status.textContent = message;
  const list = document.createElement("ul");
  for (const { path, title, description } of hits) {
    const link = document.createElement("a");
    link.href = path;
    link.textContent = title;
    const item = document.createElement("li");
    item.append(link, `: ${description}`);
    list.append(item);
  }
  results.replaceChildren(...(message === "" ? [] : [status]), ...(hits.length > 0 ? [list] : []));
  index.hidden = hits.length > 0;
}

async function search(words: string): Promise<void> {
  if (!form) return;
  if (words.trim() === "") return show("", []);
  try {
    const found = (await loadEngine(form.dataset["index"] ?? "")).search(words);
    if (words !== field?.value) return; // somebody typed on
    const hits = found.slice(0, 30).map(({ id, title, description }) => ({
      path: String(id),
      title: String(title),
      description: String(description),
    }));
    const count = found.length === 1 ? "One page" : `${found.length} pages`;
    show(
      found.length === 0
        ? "Nothing was found. The index below lists every page."
        : found.length > hits.length
          ? `${count}, the best ${hits.length} first.`
          : `${count}.`,
      hits,
    );
  } catch {
    show("The index could not be loaded. Try again, or use the index below.", []);
  }
}

if (form && field) {
  const asked = new URLSearchParams(location.search).get("q");
  if (asked) field.value = asked;
  field.addEventListener("focus", () => void loadEngine(form.dataset["index"] ?? "").catch(() => {}), { once: true });
  field.addEventListener("input", () => void search(field.value));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    history.replaceState(
      null,
      "",
      field.value === "" ? location.pathname : `?${new URLSearchParams({ q: field.value })}`,
    );
    void search(field.value);
  });
  if (field.value !== "") void search(field.value);
}
