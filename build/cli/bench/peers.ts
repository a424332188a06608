import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { feedLength } from "../../content/feeds.ts";
import { partLength } from "../../content/long-lists.ts";
import { project } from "../../pipeline/project.ts";
import { write } from "./generate.ts";

/** A way to build the same content: a whole process, timed from start to end. */
export interface Peer {
  name: string;
  /** What it makes, in a few words: a comparison is only fair with that beside it. */
  makes: string;
  /** Undefined where it is not installed. */
  version(): string | undefined;
  /** Writes what it needs besides the content. Returns the command that builds `content` into the new `output`. */
  prepare(work: string, content: string, output: string): { command: string; arguments: string[]; cwd: string };
}

const node = process.execPath;

const openHouse: Peer = {
  name: "Open House",
  makes:
    "HTML, Markdown twins, lists of folders and tags with their feeds, search index, all JSON documents, corpus, " +
    "llms.txt, feed, sitemap",
  version: () => "this checkout",
  // The very command of `npm run build`, without npm.
  prepare: (_work, content, output) => ({
    command: node,
    arguments: [...buildScript(), `--input=${content}`, `--output=${output}`],
    cwd: project,
  }),
};

/** The same with content that has faults. */
export const lenientOpenHouse: Peer = {
  ...openHouse,
  prepare(work, content, output) {
    const command = openHouse.prepare(work, content, output);
    return { ...command, arguments: [...command.arguments, "--lenient"] };
  },
};

function buildScript(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(project, "package.json"), "utf8")) as { scripts: { build: string } };
  return scripts.build.split(" ").slice(1);
}

export const plainEleventy: Peer = {
  name: "Eleventy",
  makes: "HTML only, one JavaScript layout",
  version: () => version(node, [join(project, "node_modules/@11ty/eleventy/cmd.cjs"), "--version"]),
  prepare(work, content, output) {
    // Eleventy finds layouts inside its input folder, so its configuration gives this one as a virtual template.
    write(
      join(work, "eleventy.config.mjs"),
      `export default function (eleventy) {
  eleventy.addTemplate("_includes/page.11ty.js", { render: (data) => \`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>\${data.title}</title><meta name="description" content="\${data.description}"></head><body><main><h1>\${data.title}</h1>\${data.content}</main></body></html>\` });
  eleventy.addGlobalData("layout", "page.11ty.js");
  eleventy.setUseGitIgnore(false);
  return { markdownTemplateEngine: false, htmlTemplateEngine: false };
}
`,
    );
    return {
      command: node,
      arguments: [
        join(project, "node_modules/@11ty/eleventy/cmd.cjs"),
        "--quiet",
        `--config=${join(work, "eleventy.config.mjs")}`,
        `--input=${content}`,
        `--output=${output}`,
      ],
      cwd: work,
    };
  },
};

const hugo: Peer = {
  name: "Hugo",
  makes: "HTML, Markdown twins, lists of folders and tags with their feeds, corpus, llms.txt, feed, sitemap",
  version: () => version("hugo", ["version"])?.split(" ")[1],
  prepare(work, content, output) {
    const files: Record<string, string> = {
      "config.toml": `baseURL = "http://localhost:8080/"
languageCode = "en"
title = "Bench"
buildFuture = true
enableRobotsTXT = true
disableAliases = true
[taxonomies]
tag = "tags"
[services.rss]
limit = ${feedLength}
[outputs]
home = ["HTML", "RSS", "CORPUS", "LLMS", "LLMSFULL"]
section = ["HTML", "MD", "RSS"]
taxonomy = ["HTML", "MD"]
term = ["HTML", "MD", "RSS"]
page = ["HTML", "MD"]
[mediaTypes."text/markdown"]
suffixes = ["md"]
[outputFormats.MD]
mediaType = "text/markdown"
isPlainText = true
baseName = "index"
[outputFormats.CORPUS]
mediaType = "application/json"
isPlainText = true
baseName = "corpus"
[outputFormats.LLMS]
mediaType = "text/plain"
isPlainText = true
baseName = "llms"
[outputFormats.LLMSFULL]
mediaType = "text/plain"
isPlainText = true
baseName = "llms-full"
`,
      "layouts/_default/baseof.html": `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{{ .Title }}</title><meta name="description" content="{{ .Description }}"><link rel="canonical" href="{{ .Permalink }}"></head><body><header><a href="/">Bench</a></header><main>{{ block "main" . }}{{ end }}</main></body></html>`,
      "layouts/_default/single.html": `{{ define "main" }}<h1>{{ .Title }}</h1><time>{{ .Date.Format "2006-01-02" }}</time>{{ .Content }}{{ end }}`,
      // A list has parts as ours has, and its Markdown has the first of them: Hugo cuts only HTML into parts.
      "layouts/_default/list.html": `{{ define "main" }}<h1>{{ .Title }}</h1>{{ $part := .Paginate .Pages ${partLength} }}<ul>{{ range $part.Pages }}<li><a href="{{ .RelPermalink }}">{{ .Title }}</a> ({{ .Date.Format "2 January 2006" }})</li>{{ end }}</ul>{{ with $part.Prev }}<a href="{{ .URL }}">Newer</a>{{ end }}{{ with $part.Next }}<a href="{{ .URL }}">Older</a>{{ end }}{{ end }}`,
      "layouts/_default/list.md": `---\ntitle: {{ .Title | jsonify }}\ncanonical_url: {{ .Permalink }}\n---\n\n{{ range first ${partLength} .Pages }}- [{{ .Title }}]({{ .Permalink }}) ({{ .Date.Format "2 January 2006" }})\n{{ end }}`,
      "layouts/_default/terms.html": `{{ define "main" }}<h1>{{ .Title }}</h1><ul>{{ range .Data.Terms.Alphabetical }}<li><a href="{{ .Page.RelPermalink }}">{{ .Page.Title }}</a> ({{ .Count }} pages)</li>{{ end }}</ul>{{ end }}`,
      "layouts/_default/terms.md": `---\ntitle: {{ .Title | jsonify }}\n---\n\n{{ range .Data.Terms.Alphabetical }}- [{{ .Page.Title }}]({{ .Page.Permalink }}) ({{ .Count }} pages)\n{{ end }}`,
      "layouts/_default/single.md": `---\ntitle: {{ .Title | jsonify }}\ncanonical_url: {{ .Permalink }}\n---\n\n{{ .RawContent }}`,
      "layouts/index.corpus.json": `{"documents":[{{ range $i, $p := .Site.RegularPages }}{{ if $i }},{{ end }}{{ dict "url" .Permalink "title" .Title "description" .Description "words" .WordCount "sha256" (sha256 .RawContent) "markdown" .RawContent "text" .Plain | jsonify }}{{ end }}]}`,
      "layouts/index.llms.txt": `# Bench\n\n{{ range .Site.RegularPages }}- [{{ .Title }}]({{ .Permalink }}): {{ .Description }}\n{{ end }}`,
      "layouts/index.llmsfull.txt": `{{ range .Site.RegularPages }}---\ntitle: {{ .Title }}\n---\n\n{{ .RawContent }}\n{{ end }}`,
    };
    for (const [path, text] of Object.entries(files)) write(join(work, path), text);
    return {
      command: "hugo",
      arguments: ["--quiet", "--source", work, "--contentDir", content, "--destination", output],
      cwd: work,
    };
  },
};

export const peers: readonly Peer[] = [openHouse, plainEleventy, hugo];

function version(command: string, options: string[]): string | undefined {
  const { status, stdout } = spawnSync(command, options, { encoding: "utf8" });
  return status === 0 ? stdout.trim().split("\n")[0] : undefined;
}
