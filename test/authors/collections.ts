import { png } from "./faults-of.ts";

/** A page as its author expects it: address, title, date (null where it has none), and words of it for a search. */
type Expected = readonly [path: string, title: string, published: string | null, words: string];

/** A folder in the shape of one kind of collection, and what must come of it. */
export interface Collection {
  kind: string;
  files: Record<string, string | Uint8Array>;
  pages: readonly Expected[];
  /** Words that may be in nothing that is published. */
  secret?: RegExp;
  tags?: readonly string[];
  /** What is counted and named; the warnings without that of the missing facts. */
  told: readonly (string | RegExp)[];
  /** Pieces of the HTML of pages, by their paths. */
  shows: Readonly<Record<string, readonly string[]>>;
}

/** One small folder for each kind of collection. Each builds with `lenient` as it is. */
export const collections: readonly Collection[] = [
  {
    kind: "flat notes without heads",
    files: {
      "README.md": "# Learned\n\n- [Undo a merge](git/undo-a-merge.md)\n",
      "git/undo-a-merge.md": "# Undo a merge\n\n`git reset --merge` takes it back.\n",
      "git/find_a_lost_commit.md": "The reflog remembers it.\n\n## Steps\n\n1. Look.\n",
      "bash/loops.md": "#Loops without a space\n\n## Over lines\n\nRead line by line.\n",
    },
    pages: [
      ["/", "Learned", null, "undo"],
      ["/git/undo-a-merge/", "Undo a merge", null, "reset"],
      ["/git/find_a_lost_commit/", "Find a lost commit", null, "reflog"],
      ["/bash/loops/", "Loops", null, "line by line"],
    ],
    told: [],
    shows: { "/": ['<a href="/git/undo-a-merge/">', '<a href="/bash/">'], "/git/": ["Find a lost commit"] },
  },
  {
    kind: "a Hugo blog with shortcodes and heads in TOML",
    files: {
      "hugo.toml": 'title = "Tea time"\ntheme = "xyzzy"\n',
      "archetypes/default.md": "xyzzy",
      "layouts/index.html": "xyzzy",
      "content/_index.md": '+++\ntitle = "Tea and code"\n+++\nWelcome.\n',
      "content/posts/_index.md": '+++\ntitle = "All posts"\n+++\n',
      "content/posts/kettle.md":
        '+++\ntitle = "The kettle"\ndate = 2021-03-02T10:00:00+01:00\ntags = ["Tea"]\nweight = 3\n+++\n\nSee [the cup]({{< ref "cup.md" >}}) and [one day]({{< ref "/posts/later.md#top" >}}).\n\n{{< figure src="/cup.png" alt="x" >}}\n\n{{< highlight sh >}}\nboil --now\n{{< /highlight >}}\n\n{{% tip "Hot" %}}\nMind the *steam*.\n{{% /tip %}}\n',
      "content/posts/cup.md":
        '+++\ntitle = "The cup"\ndate = 2021-04-01\nslug = "mug"\n+++\n\n![A cup](/cup.png) of porcelain.\n',
      "content/posts/shelf/index.md":
        "---\ntitle: The shelf\ndate: 2020-01-05\n---\n\n![The shelf](shelf.png) of oak.\n",
      "content/posts/shelf/shelf.png": png,
      "content/posts/later.md": '+++\ntitle = "Unready"\ndraft = true\n+++\nxyzzy\n',
      "content/posts/photos/index.md": '+++\ntitle = "Bundle"\nheadless = true\n+++\nxyzzy\n',
      "static/cup.png": png,
    },
    pages: [
      ["/", "Tea and code", null, "welcome"],
      ["/posts/", "All posts", null, "posts"],
      ["/posts/kettle/", "The kettle", "2021-03-02T10:00:00+01:00", "boil"],
      ["/posts/cup/", "The cup", "2021-04-01T00:00:00Z", "porcelain"],
      ["/posts/shelf/", "The shelf", "2020-01-05T00:00:00Z", "oak"],
    ],
    tags: ["Tea"],
    secret: /xyzzy|Unready/,
    told: [
      "Not understood: shortcodes (`{{< … >}}`): 1 in one file, the first in posts/kettle.md:10.",
      "Of this Hugo site `content` and `static` are published, and nothing else: `archetypes/`, `hugo.toml`, `layouts/`.",
      "Pages are kept out, as by `draft: true`, because of `headless: true`: `posts/photos/index.md`.",
      /^1 tolerated \(--lenient\):\n[^]*posts\/kettle\.md:8 links to `\/posts\/later#top`, .*: posts\/later\.md is a draft/,
    ],
    shows: {
      "/": ['<a href="/posts/">All posts</a>'],
      "/posts/": ['<a href="/posts/kettle/">'],
      "/posts/kettle/": [
        '<a href="/posts/cup/">the cup</a>',
        '<a rel="tag" href="/tags/tea/">Tea</a>',
        "boil",
        "alert-tip",
        "<em>steam</em>",
      ],
      "/posts/shelf/": ['<img src="/posts/shelf/shelf.png" alt="The shelf"'],
    },
  },
  {
    kind: "a Jekyll site with _posts and Liquid",
    files: {
      "_config.yml":
        "title: Walks\ntheme: xyzzy\nexclude: [plans, '*.tmp.md', '/notes.md']\ncollections:\n  notes:\n    output: true\n  people:\n    output: false\ninclude: [_pages]\n",
      "plans/next.md": "xyzzy",
      "plans/map.txt": "xyzzy",
      "_posts/2020-01-01-x.tmp.md": "xyzzy",
      "notes.md": "xyzzy",
      "_layouts/post.html": "xyzzy",
      "_drafts/idea.md": "xyzzy",
      "_plugins/map.rb": "xyzzy",
      "_plugins/README.md": "xyzzy",
      "_people/ann.md": "xyzzy",
      "_private/diary.md": "xyzzy",
      "deep/_private/diary.md": "xyzzy",
      "_pages/hills.md": "# The hills\n\nTwo.\n",
      "_notes/tree.md": "# A tree\n\nAn oak, [drawn](oak.txt).\n",
      "_notes/oak.txt": "An oak",
      "index.html": "---\nlayout: home\n---\nxyzzy",
      "index.md": "---\ntitle: Walks\nlayout: home\n---\n",
      "about.md": "---\ntitle: About me\nlayout: page\npermalink: /me/\n---\n\nI walk.\n",
      "_posts/2018-03-06-first-walk.md":
        "---\nlayout: post\ntitle: First walk\ncategories: [walks]\ntags: snow\n---\n\nAfter [the second]({% post_url 2019-01-02-second-walk %}).\n\n{% highlight sh %}\nwalk --far\n{% endhighlight %}\n\n{% include map.html %}\n{: .wide}\n",
      "_posts/2019-01-02-second-walk.markdown":
        "---\nlayout: post\ndate: 2019-01-02 21:33:25 -0700\n---\n\n# The second walk\n\nTo the [page]({{ site.baseurl }}/me/), past the windmill.\n",
      "_posts/2019-05-05-hidden.md": "---\npublished: false\n---\nxyzzy\n",
    },
    pages: [
      ["/", "Walks", null, ""],
      ["/about/", "About me", null, "walk"],
      ["/notes/tree/", "A tree", null, "oak"],
      ["/pages/hills/", "The hills", null, "two"],
      ["/first-walk/", "First walk", "2018-03-06T00:00:00Z", "far"],
      ["/second-walk/", "The second walk", "2019-01-02T21:33:25-07:00", "windmill"],
    ],
    tags: ["snow", "walks"],
    secret: /xyzzy/,
    told: [
      "4 files are left out by `exclude` in `_config.yml`: `_posts/2020-01-01-x.tmp.md`, `notes.md`, `plans/map.txt`, `plans/next.md`.",
      "7 files and folders are private by name and not published: `_config.yml`, `_drafts/`, `_layouts/`, `_people/`, `_plugins/`, `_private/`, `deep/_private/`.",
      "Files that begin with front matter are templates of another tool, not published: `index.html`.",
      "Front matter keys that mean nothing here are left alone: `layout`.",
      /^Not understood: attribute lists .*, which are left out: 1 in one file, the first in _posts\//,
      /^Not understood: tags of a template language .*: 1 in one file, the first in _posts\//,
      "Pages are kept out, as by `draft: true`, because of `published: false`: `_posts/2019-05-05-hidden.md`.",
    ],
    shows: {
      "/": ['<a href="/second-walk/">', '<a href="/about/">'],
      "/first-walk/": ['<a href="/second-walk/">the second</a>', 'walk <span class="term">--far</span>'],
      "/second-walk/": ['<a href="/about/">page</a>'],
    },
  },
  {
    kind: "an Obsidian vault",
    files: {
      ".obsidian/app.json": "xyzzy",
      "Home.md": "# My kitchen\n\nStart with [[Rye bread]] or [[Rye bread#Oven|the oven]].\n",
      "Recipes/Rye bread.md":
        "---\naliases: [Black bread]\ntags: [baking]\ncssclasses: [wide]\n---\n\n> [!tip] Patience\n> It takes a day.\n\n## Oven\n\n==Hot.== %% xyzzy %% ![[loaf.png|A loaf]] and ![[Starter]]\n",
      "Recipes/Starter.md":
        "Flour and water, fed daily. ^feed\n\n#yeast/wild and #2024 and #baking, not `#code`, \\#sign or a#b\n\n## On #headings\n\nBack to [[Nowhere]].\n",
      "Daily/2024-05-01.md": "Fed [[Starter#^feed|the starter]].\n",
      "Private/Diary.md": "---\npublish: false\n---\nxyzzy\n",
      "Attachments/loaf.png": png,
    },
    pages: [
      ["/", "My kitchen", null, "start"],
      ["/recipes/rye-bread/", "Rye bread", null, "patience"],
      ["/recipes/starter/", "Starter", null, "flour"],
      ["/daily/2024-05-01/", "2024-05-01", "2024-05-01T00:00:00Z", "fed"],
    ],
    tags: ["baking", "yeast", "yeast/wild"],
    secret: /xyzzy/,
    told: [
      "1 file or folder is private by name and not published: `.obsidian/`.",
      "Aliases that are names, not addresses that begin with `/`, are found by links such as `[[name]]` alone: `Black bread`.",
      "Front matter keys that mean nothing here are left alone: `cssclasses`.",
      /^Not understood: comments of Obsidian/,
      /^Not understood: embedded pages/,
      "Pages are kept out, as by `draft: true`, because of `publish: false`: `Private/Diary.md`.",
      /^1 tolerated \(--lenient\):\n[^]*Recipes\/Starter\.md:7 links to `\[\[Nowhere\]\]`, which does not exist/,
    ],
    shows: {
      "/": ['<a href="/recipes/rye-bread/#oven">the oven</a>', '<a href="/daily/">'],
      "/recipes/rye-bread/": [
        '<p class="alert-title">Patience</p>',
        "<mark>Hot.</mark>",
        '<img src="/Attachments/loaf.png" alt="A loaf"',
        '<a href="/recipes/starter/">Starter</a>',
      ],
      "/recipes/starter/": [
        '<p><a rel="tag" href="/tags/yeast-wild/">#yeast/wild</a> and #2024 and <a rel="tag" href="/tags/baking/">#baking</a>, not <code>#code</code>, #sign or a#b</p>',
        '<a rel="tag" href="/tags/yeast/">yeast</a>',
      ],
      "/tags/yeast/": ['<a href="/recipes/starter/">'],
      "/daily/2024-05-01/": ['<a href="/recipes/starter/#%5Efeed">the starter</a>'],
    },
  },
  {
    kind: "documentation in MDX",
    files: {
      "index.mdx":
        "---\ntitle: Toolbox\n---\n\nimport { Card } from './card'\n\n<Card>\n\nRead [the start](/docs/guides/start).\n\n</Card>\n",
      "01-guides/01-start.mdx":
        "---\ntitle: Start\nsidebar_position: 2\n---\n\nexport const x = 1\n\nInstall {x} hammers.\n\n<Tabs>\n  <Tab>\n\n```js\nimport y from 'y'\n```\n\n  </Tab>\n</Tabs>\n",
      "01-guides/02-next.mdx": "---\ntitle: Next\nsidebar_position: 1\n---\n\n:::caution\n\nMind your thumb.\n\n:::\n",
      "02-api/index.mdx":
        "---\ntitle: All tools\n---\n\n<Cards items={[{ name: 'xyzzy', text: 'Much code and nothing else' }]} />\n",
      "02-api/saw.mdx": "---\ntitle: Saw\n---\n\nCuts planks.\n",
      "demo.mdx": "import A from './a'\n\nexport default () => <A b={[1, 2].map((x) => <i>{x}</i>)} />\n",
    },
    pages: [
      ["/", "Toolbox", null, "start"],
      ["/01-guides/01-start/", "Start", null, "hammers"],
      ["/01-guides/02-next/", "Next", null, "thumb"],
      ["/02-api/", "All tools", null, "tools"],
      ["/02-api/saw/", "Saw", null, "planks"],
    ],
    told: [
      "Files in MDX without a title that are more code than text are copied, not made into pages: `demo.mdx`.",
      "Not understood: components of MDX, of which only the content is shown: 4 in 3 files, the first in 01-guides/01-start.mdx:10.",
      "Not understood: expressions of MDX (`{…}`), which are left out: 1 in one file, the first in 01-guides/01-start.mdx:8.",
      "Not understood: imports and exports of MDX, which are left out: 2 in 2 files, the first in 01-guides/01-start.mdx:6.",
      /^1 tolerated \(--lenient\):\n[^]*links to `\/docs\/guides\/start`, which is found by its end alone/,
    ],
    shows: {
      "/": ['<a href="/01-guides/01-start/">the start</a>'],
      "/01-guides/": ['<a href="/01-guides/02-next/">Next</a>'],
      "/02-api/": ['<a href="/02-api/saw/">Saw</a>'],
      "/01-guides/01-start/": ["hammers", 'rel="prev" href="/01-guides/02-next/"'],
      "/01-guides/02-next/": ["alert-caution", "Mind your thumb."],
    },
  },
  {
    kind: "documentation on a git host that writes [!NOTE]",
    files: {
      "README.md":
        "# Parser\n\n[![build](https://elsewhere.example/b.svg)](https://elsewhere.example/)\n\nSee [usage](docs/usage.md#salt--pepper), or https://elsewhere.example/chat.\n",
      "docs/usage.md":
        '# Usage\n\n> [!NOTE]\n> Needs salt.\n\n> [!WARNING]\n> Hot.\n\n## Salt & pepper\n\n<video src="https://elsewhere.example/v.mp4" title="The film"></video>\n\n- [x] done\n\nA formula: $x^2$[^1].\n\n[^1]: A footnote.\n',
      "docs/faq.md": "# FAQ\n\n[Gone](gone.md) and [a part](usage.md#nothing).\n",
    },
    pages: [
      ["/", "Parser", null, "usage"],
      ["/docs/usage/", "Usage", null, "salt"],
      ["/docs/faq/", "FAQ", null, "gone"],
    ],
    told: [/^4 tolerated \(--lenient\):\n[^]*another origin[^]*gone\.md[^]*#nothing[^]*<video>/],
    shows: {
      "/": ['<a href="/docs/usage/#salt--pepper">usage</a>', '<a href="https://elsewhere.example/chat">'],
      "/docs/usage/": [
        "alert-note",
        "alert-warning",
        '<a href="https://elsewhere.example/v.mp4">The film</a>',
        "<math",
      ],
    },
  },
  {
    kind: "documentation of many pages with broken links",
    files: {
      "index.md": "# Manual\n",
      ...Object.fromEntries(
        Array.from({ length: 300 }, (_, n) => [
          `part-${n % 3}/topic-${n}.md`,
          `# Topic ${n}\n\nSubject${n}. [One](topic-${n + 1}x.md), [two](/wiki/Topic:${n}), [three](topic-${n}.md#none), ![](no-${n}.png)\n`,
        ]),
      ),
    },
    pages: [
      ["/", "Manual", null, "manual"],
      ...Array.from(
        { length: 300 },
        (_, n): Expected => [`/part-${n % 3}/topic-${n}/`, `Topic ${n}`, null, `subject${n}`],
      ),
    ],
    told: [
      /^1500 tolerated \(--lenient\):\n[^]*600 in 300 files: links to …[^]*300 in 300 files: links to … of …[^]*--faults=FILE/,
    ],
    shows: { "/": ['<a href="/part-0/">', '<a href="/part-2/">'] },
  },
];
