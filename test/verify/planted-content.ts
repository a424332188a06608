/** A small site in German, with something of all that checks compare: dates, folders, tags, realms. */
export const plantedContent = {
  "facts.yaml": JSON.stringify({
    name: "Ein Haus & Garten",
    tagline: "Was wächst",
    description: "Ein Haus, in dem etwas wächst.",
    language: "de",
    base_url: "https://haus.example",
    since: "2026-01-01",
    author: { name: "Ada" },
    license: {
      name: "CC0",
      id: "CC0-1.0",
      url: "https://creativecommons.org/publicdomain/zero/1.0/",
    },
    permissions: { search: true, ai_input: true, ai_train: true },
    principles: ["Niemand muss sagen, wer er ist."],
    navigation: ["/", "/notes/", "/garten/"],
  }),
  "index.md":
    "---\ntitle: Willkommen\ndate: 2026-11-22\n---\n\nKomm herein.\n\n<!-- insert: list newest -->\n",
  "about.md":
    "---\ntitle: Über uns\ndescription: Wer hier wohnt.\ndate: 2025-05-05\nupdated: 2026-11-25\ntags: [Garten]\n---\n\nEin **Haus**, ein Zeichen\u2028darin, und [ein Garten](garten/index.md).\n",
  "notes/erste.md":
    "---\ntitle: Erste Notiz\ntype: note\ndate: 2026-03-01\ntags: [Garten, Wetter]\n---\n\n## Anfang\n\nViele Worte mit einem [Weg](../about.md).\n\n" +
    "Ein Satz, der lang genug ist. ".repeat(20) +
    "\n",
  "notes/zweite.md":
    "---\ntitle: Zweite Notiz\ntype: note\ndate: 2026-11-20\nupdated: 2026-11-21\ndescription: Noch eine.\ntags: [Wetter]\n---\n\nMehr Worte.\n",
  "garten/index.md": "---\ntitle: Garten\ndate: 2026-11-24\n---\n\nWas hier steht.\n",
  "garten/apfel.md": "---\ntitle: Apfel\ndate: 2026-10-01\n---\n\nRot und rund.\n",
  "garten/birne.md":
    "---\ntitle: Birne vom Baum\nshort_title: Birne\nupdated: 2026-11-26\n---\n\nGrün und lang.\n",
  "realms/halle.md":
    "---\ntitle: Die Halle\ntype: realm\nstatus: open\nsince: 2026-02-01\naffordances:\n  - { action: read, label: Lies, method: GET, href: /api/guestbook, media_type: application/json }\n  - { action: open, label: Sieh nach, method: GET, href: /guestbook/, media_type: text/html }\n---\n\nSteh hier.\n",
  "realms/hof.md": "---\ntitle: Der Hof\ntype: realm\nstatus: growing\n---\n\nGeh dort.\n",
};
