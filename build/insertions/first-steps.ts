import { stepLanguages } from "../layouts/api-page.ts";
import { documentOf } from "../model/create-site-model.ts";
import type { Operation } from "../model/operations.ts";
import type { SiteOutline } from "../model/site-model.ts";

/** A piece of code for one of the four things that a program would do first. */
interface Step {
  /** What it does, in Markdown. */
  about: string;
  code: string;
}

/**
 * Reading, keeping a copy up to date, downloading and signing, in three languages; each piece of code runs by itself.
 * All addresses come from the catalogue and the operations.
 */
export function firstSteps(model: SiteOutline): string {
  const steps: Record<keyof typeof stepLanguages, [fence: string, steps: Step[]]> = {
    "with-curl": ["bash", withCurl(model)],
    "with-javascript": ["js", withJavaScript(model)],
    "with-python": ["python", withPython(model)],
  };
  return [
    "## First steps {#first-steps}\n\n" +
      "Read, sync, download, sign: each piece of code runs as it is. " +
      "The JavaScript is a file that ends in `.mjs`, for Node 20 or newer; the Python, for 3.8 or newer, needs no " +
      "package. Put your own words into the last one: everyone will read them.",
    ...Object.entries(stepLanguages).map(([id, name]) => {
      const [fence, pieces] = steps[id as keyof typeof stepLanguages];
      const blocks = pieces.map(({ about, code }) => `${about}\n\n\`\`\`${fence}\n${code}\n\`\`\``);
      return [`### ${name} {#${id}}`, ...blocks].join("\n\n");
    }),
  ].join("\n\n");
}

const about = {
  read: "**Read** the list of pages, then one of them as Markdown:",
  sync: "**Sync**: print which pages are new or changed since the last run, and nothing if none is:",
  download: "**Download** the whole site, with its license:",
  sign: "**Sign** the guestbook, for everyone to see:",
};

/** Root-relative addresses that the steps use, and what the guestbook is sent. */
function used(model: SiteOutline) {
  const path = (id: string) => documentOf(model, id).path;
  const { path: guestbook, request } = model.operations.find(({ id }) => id === "guestbook_sign") as Operation;
  return {
    list: path("site"),
    index: path("llms"),
    state: path("state"),
    digests: path("digests"),
    corpus: path("corpus"),
    guestbook,
    media_type: request?.media_type ?? "",
    signature: request?.example ?? {},
  };
}

/** A shell command that carries out an operation. */
export function commandOf({ path, request }: Operation, { base_url }: SiteOutline): string {
  const url = base_url + path;
  return request
    ? `curl ${url} \\\n  -H 'Content-Type: ${request.media_type}' \\\n  -d '${literal(request.example, 2, "  ")}'`
    : `curl ${url}`;
}

function withCurl(model: SiteOutline): Step[] {
  const { index, state, corpus } = used(model);
  const { base_url, home, operations } = model;
  const sign = operations.find(({ id }) => id === "guestbook_sign") as Operation;
  return [
    { about: about.read, code: `curl ${base_url}${index}\ncurl ${home.markdown_url}` },
    {
      about: "**Sync**: print the state, and nothing the next time if it is the same:",
      code: `curl -s --etag-save state.etag --etag-compare state.etag \\\n  ${base_url}${state}`,
    },
    { about: about.download, code: `curl --compressed -o corpus.json \\\n  ${base_url}${corpus}` },
    { about: about.sign, code: commandOf(sign, model) },
  ];
}

function withJavaScript(model: SiteOutline): Step[] {
  const { list, state, digests, corpus, guestbook, media_type, signature } = used(model);
  const { base_url } = model;
  return [
    {
      about: about.read,
      code: `const list = await fetch("${base_url}${list}");
const { pages } = await list.json();
for (const { title, url } of pages) console.log(title, url);
const page = await fetch(pages[0].markdown_url);
console.log(await page.text());`,
    },
    {
      about: about.sync,
      code: `import { readFile, writeFile } from "node:fs/promises";
const site = "${base_url}";
const get = async (path) => (await fetch(site + path)).json();
const before = JSON.parse(await readFile("seen.json", "utf8")
  .catch(() => '{"digests":{}}'));
const { version } = await get("${state}");
if (version !== before.version) {
  const now = await get("${digests}");
  for (const [path, digest] of Object.entries(now.digests))
    if (digest !== before.digests[path]) console.log(path);
  await writeFile("seen.json", JSON.stringify(now));
}`,
    },
    {
      about: about.download,
      code: `import { writeFile } from "node:fs/promises";
const answer = await fetch("${base_url}${corpus}");
const corpus = await answer.json();
console.log(corpus.counts, corpus.license.id);
await writeFile("corpus.json", JSON.stringify(corpus));`,
    },
    {
      about: about.sign,
      code: `const answer = await fetch("${base_url}${guestbook}", {
  method: "POST",
  headers: { "Content-Type": "${media_type}" },
  body: JSON.stringify(${literal(signature, 2, "  ")}),
});
console.log(answer.status, await answer.json());`,
    },
  ];
}

function withPython(model: SiteOutline): Step[] {
  const { list, state, digests, corpus, guestbook, media_type, signature } = used(model);
  const { base_url } = model;
  return [
    {
      about: about.read,
      code: `import json
from urllib.request import urlopen
pages = json.load(urlopen("${base_url}${list}"))["pages"]
for page in pages:
    print(page["title"], page["url"])
print(urlopen(pages[0]["markdown_url"]).read().decode())`,
    },
    {
      about: about.sync,
      code: `import json
from pathlib import Path
from urllib.request import urlopen
site, seen = "${base_url}", Path("seen.json")
before = json.loads(seen.read_text()) if seen.exists() else {}
state = json.load(urlopen(site + "${state}"))
if state["version"] != before.get("version"):
    now = json.load(urlopen(site + "${digests}"))
    for path, digest in now["digests"].items():
        if digest != before.get("digests", {}).get(path):
            print(path)
    seen.write_text(json.dumps(now))`,
    },
    {
      about: about.download,
      code: `import json
from urllib.request import urlopen
data = urlopen("${base_url}${corpus}").read()
corpus = json.loads(data)
print(corpus["counts"], corpus["license"]["id"])
open("corpus.json", "wb").write(data)`,
    },
    {
      about: about.sign,
      code: `import json
from urllib.request import Request, urlopen
entry = ${literal(signature, 4)}
request = Request("${base_url}${guestbook}",
    json.dumps(entry).encode(), {"Content-Type": "${media_type}"})
print(json.load(urlopen(request)))`,
    },
  ];
}

/** JSON of an object that has only texts, which JavaScript and Python read alike; its lines begin after `margin`. */
function literal(value: unknown, indent: number, margin = ""): string {
  return JSON.stringify(value, null, indent).replaceAll("\n", `\n${margin}`);
}
