import type { MarkdownIt, StateInline } from "markdown-it";

/** A link's destination that another tool's template makes, read without running it. */
interface TemplatedDestination {
  /** The path that it is made of. */
  target: string;
  /** The offset behind it. */
  end: number;
}

const quoted = `["'\`]([^"'\`\\n{}]{1,500})["'\`]`;
/** Hugo's `{{< ref "b.md" >}}` and `{{% relref "b.md" %}}`. */
const reference = new RegExp(`\\{\\{[<%]\\s*(?:rel)?ref\\s+(?:path=)?${quoted}\\s*[%>]\\}\\}`, "y");
/** Jekyll's `{% post_url 2018-03-06-x %}` and `{% link _posts/2018-03-06-x.md %}`. */
const tag = /\{%-?\s*(post_url|link)\s+([^\s%{}]{1,500})\s*-?%\}/y;
/** `{{ '/x' | relative_url }}`, with the filters of Jekyll and Eleventy that make addresses. */
const filtered = new RegExp(
  `\\{\\{-?\\s*${quoted}(?:\\s*\\|\\s*(?:relative_url|absolute_url|url|prepend:\\s*site\\.(?:baseurl|url)))+\\s*-?\\}\\}`,
  "y",
);
/** `{{ site.baseurl }}` and `{{ site.url }}`, before a path. */
const base = /(?:\{\{-?\s*site\.(?:baseurl|url)\s*-?\}\})+/y;

/** Lets such templates stand as destinations of links and images, which they otherwise are not, having spaces. */
export function templatedLinks(md: MarkdownIt): void {
  const parse = md.helpers.parseLinkDestination;
  md.helpers.parseLinkDestination = (src, start, max) => {
    const templated = src[start] === "{" ? destinationAt(src, start, max, parse) : undefined;
    return templated ? { ok: true, pos: templated.end, str: templated.target } : parse(src, start, max);
  };
}

/** Whether the destination of the link whose text starts at `start` is a template that names a file. */
export function namesFile(state: StateInline, start: number): boolean {
  if (!/\{[{%]/.test(state.src)) return false;
  const { pos, posMax } = state;
  const labelEnd = state.md.helpers.parseLinkLabel(state, start, true);
  state.pos = pos;
  state.posMax = posMax;
  const at = labelEnd + 2 + (/^\s*/.exec(state.src.slice(labelEnd + 2))?.[0].length ?? 0);
  return labelEnd >= 0 && (match(reference, state.src, at) ?? match(tag, state.src, afterBase(state.src, at))) !== null;
}

function destinationAt(
  src: string,
  start: number,
  max: number,
  parse: MarkdownIt["helpers"]["parseLinkDestination"],
): TemplatedDestination | undefined {
  const found = match(reference, src, start);
  if (found) return withFragment(src, reference.lastIndex, found[1] ?? "");
  const at = afterBase(src, start);
  const [, name, path = ""] = match(tag, src, at) ?? [];
  if (name) return withFragment(src, tag.lastIndex, name === "link" ? `/${path.replace(/^\//, "")}` : path);
  const [, written] = match(filtered, src, at) ?? [];
  if (written) return withFragment(src, filtered.lastIndex, rooted(written));
  if (at === start) return undefined;
  const rest = parse(src, at, max);
  return { target: rooted(rest.ok ? rest.str : ""), end: rest.ok ? rest.pos : at };
}

/** A path of a page from the root; an address of another site as it is. */
function rooted(path: string): string {
  return /^(\/|[a-z][a-z0-9+.-]*:)/i.test(path) ? path : `/${path}`;
}

/**
 * A destination with the fragment that may follow its template. The file of a page that is named from the root means
 * the page: at the address with `.md` is its Markdown.
 */
function withFragment(src: string, end: number, target: string): TemplatedDestination {
  const fragment = match(/#[^\s()<>]*/y, src, end)?.[0] ?? "";
  const page = target.startsWith("/") ? target.replace(/\.(?:mdx?|markdown)(?=#|$)/i, "") : target;
  return { target: page + fragment, end: end + fragment.length };
}

function afterBase(src: string, start: number): number {
  return match(base, src, start) ? base.lastIndex : start;
}

function match(pattern: RegExp, src: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(src);
}
