import { createHash } from "node:crypto";
import type { Page } from "../../build/content/page.ts";
import type { SourcePage } from "../../build/content/read-page.ts";
import { createSections } from "../../build/content/sections.ts";
import { createTags } from "../../build/content/tags.ts";
import { catalogue } from "../../build/documents/catalogue.ts";
import { renderMarkdown } from "../../build/markdown/render.ts";
import { createNavigation } from "../../build/model/navigation.ts";
import type { SiteModel } from "../../build/model/site-model.ts";

export const baseUrl = "https://house.example";

/** A page as the build would make it, from Markdown and what matters to the test. */
export function fixturePage(path: string, { body = "A page.", ...facts }: Partial<Page> & { body?: string }): Page {
  const id = path.slice(1, -1) || "index";
  const title = facts.title ?? id;
  const { html, markdown, text, words, headings } = renderMarkdown(body, title, {
    resolve: (href) => ({ href, url: href }),
    isName: () => false,
    resolveName: () => undefined,
    report: () => undefined,
  });
  const twin = Buffer.from(`---\ntitle: ${title}\n---\n\n${markdown}\n`);
  return {
    id,
    path,
    title,
    short_title: title,
    html,
    text,
    words,
    headings,
    twin,
    type: "page",
    source: `${id}.md`,
    url: baseUrl + path,
    markdown_path: `/${id}.md`,
    markdown_url: `${baseUrl}/${id}.md`,
    description: "What this page is about.",
    language: "en",
    published: null,
    updated: null,
    tags: [],
    order: null,
    draft: false,
    aliases: [],
    front_matter: {},
    sha256: createHash("sha256").update(twin).digest("hex"),
    record: Buffer.from(`${JSON.stringify({ id: path.slice(1, -1), title: "A page", text: "A text." })}\n`),
    whole_sha256: createHash("sha256").update(twin).update(html).digest("hex"),
    title_id: null,
    realm: null,
    list: null,
    ...facts,
  };
}

/** A model around pages, with the facts of a site that permits everything. */
export function fixtureContext(pages: Page[], changes: Partial<SiteModel> = {}): SiteModel {
  const of = (type: Page["type"]) => pages.filter((page) => page.type === type);
  const first = (type: Page["type"]) => of(type)[0] ?? (pages[0] as Page);
  const sections = createSections(pages.map(asRead));
  const byPath = new Map(pages.map((page) => [page.path, page]));
  const model: SiteModel = {
    byPath,
    corpus: pages,
    facts: {
      name: "Fixture House",
      tagline: "A house for tests",
      description: "A house in which every kind of page can be seen.",
      language: "en",
      base_url: baseUrl,
      since: "2026-01-02",
      author: { name: "Fixture House" },
      repository: "https://code.example/house",
      license: {
        id: "CC0-1.0",
        name: "Creative Commons Zero v1.0 Universal",
        url: "https://creativecommons.org/publicdomain/zero/1.0/",
      },
      permissions: { search: true, ai_input: true, ai_train: true },
      principles: [],
    },
    assets: {
      display_face: "/assets/house/display.woff2",
      style: "/assets/style.0a1b2c3d.css",
      favicon: "/assets/favicon.0a1b2c3d.svg",
      social_image: "/assets/social.0a1b2c3d.png",
      scripts: {
        guestbook: "/assets/guestbook.0a1b2c3d.js",
        search: "/assets/search.0a1b2c3d.js",
        api: "/assets/api.0a1b2c3d.js",
      },
      styles: { search: "/assets/search.0a1b2c3d.css" },
    },
    base_url: baseUrl,
    pages,
    gone: [],
    home: first("home"),
    notes: of("note"),
    realms: of("realm"),
    sections,
    tags: createTags(pages.map(asRead)),
    manifesto: first("manifesto"),
    promises: [],
    greeting: first("greeting"),
    greeting_affordances: [],
    copied: [],
    templates: [],
    feed: of("note"),
    feeds: new Map(),
    latest: of("note")[0] ?? null,
    navigation: [],
    catalogue,
    operations: [],
    version: "2026-03-04-000000000000",
    digest: "0".repeat(64),
    updated: "2026-03-04T00:00:00Z",
    counts: { pages: pages.length, notes: of("note").length, realms: of("realm").length, words: 0 },
    ...changes,
  };
  return { ...model, navigation: changes.navigation ?? createNavigation(model) };
}

/** A page as it is before it is rendered, with what lists need. */
function asRead({ path, source, type, published, order, tags }: Page): SourcePage {
  const matter = { ...(published !== null && { date: published }), ...(order !== null && { order }), tags };
  const address = { path, id: path.slice(1, -1) || "index", markdown_path: `${path.slice(0, -1)}.md` };
  return { ...address, source, type, matter, file: source ?? path, body: "", offset: 0, lines: {}, names: [] };
}

const sampler = `Prose with a [link](/notes/), \`code\`, *stress* and a note.[^1]

[^1]: The note.

## Things in rows

| Thing | What it is | Since |
|---|:-:|--:|
| Door | An opening with a leaf | 1790 |

## Things in lists

- one
- two
  1. first
  2. second

- [x] done
- [ ] to do

> Said by somebody else.

## Code

\`\`\`sh
curl https://house.example/api/index.json
\`\`\`

### A smaller room

---

${"Words that fill a room so that the page is long. ".repeat(40)}`;

const dated = { published: "2026-01-02T00:00:00Z", updated: "2026-03-04T00:00:00Z" };

/** One page of every kind, and enough of them to stand beside each other. */
export function fixturePages(): Page[] {
  const realm = (status: "open" | "growing" | "quiet" | "closed") => ({
    status,
    since: "2026-01-02T00:00:00Z",
    affordances: [],
  });
  return [
    fixturePage("/", {
      type: "home",
      title: "Fixture House",
      body: "Come in.\n\n## Where to go\n\n- **To read**, the [notes](/notes/).\n- **To look**, the [realms](/realms/).\n\n## New in the house\n\n- [Third](/notes/three/)",
      ...dated,
    }),
    fixturePage("/about/", { title: "About", body: sampler }),
    fixturePage("/api/", { type: "api", title: "API", order: 6, source: null, body: sampler }),
    fixturePage("/corpus/", { title: "Corpus", body: sampler }),
    fixturePage("/greeting/", { type: "greeting", title: "A greeting", order: 5, body: sampler }),
    fixturePage("/guestbook/", { type: "guestbook", title: "Guestbook", order: 4, body: "Sign here." }),
    fixturePage("/manifesto/", { type: "manifesto", title: "The covenant", order: 3, body: sampler, ...dated }),
    fixturePage("/notes/", { type: "list", title: "Notes", order: 2, body: "- [Third](/notes/three/)" }),
    fixturePage("/notes/three/", {
      type: "note",
      title: "Third <note> & more",
      body: sampler,
      tags: ["doors", "light"],
      ...dated,
    }),
    fixturePage("/notes/two/", {
      type: "note",
      title: "Second",
      body: sampler,
      tags: ["doors"],
      published: dated.published,
      updated: dated.published,
    }),
    fixturePage("/notes/one/", { type: "note", title: "First", draft: true }),
    fixturePage("/search/", { type: "search", title: "Search", body: "## Pages\n\n- [About](/about/)" }),
    fixturePage("/realms/", { type: "list", title: "Realms", order: 1, body: "- [Hall](/realms/hall/)" }),
    fixturePage("/realms/hall/", { type: "realm", title: "Hall", tags: ["doors"], realm: realm("open") }),
    fixturePage("/realms/attic/", { type: "realm", title: "Attic", tags: ["doors", "light"], realm: realm("growing") }),
    fixturePage("/realms/cellar/", { type: "realm", title: "Cellar", tags: ["dark"], realm: realm("quiet") }),
    fixturePage("/realms/shed/", { type: "realm", title: "Shed", tags: [], realm: realm("closed") }),
  ];
}
