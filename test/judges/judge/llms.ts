/** What a strict reader makes of an llms.txt. */
export interface LlmsIndex {
  title: string;
  summary: string;
  paragraphs: string[];
  sections: { name: string; links: { title: string; url: string; notes: string }[] }[];
}

const most = 50_000;
const linkLine = /^- \[([^\]]+)\]\(([^)\s]+)\)(?:: (.*))?$/;

/** Reads an llms.txt by the strictest of the known readers. What any of them would stumble over goes to `complaints`. */
export function readLlms(text: string, complaints: string[] = []): LlmsIndex {
  if (text.startsWith("\uFEFF")) complaints.push("begins with a byte order mark");
  if (text.includes("\r")) complaints.push("has line ends other than LF");
  if (text.length > most) complaints.push(`has ${text.length} characters; the most is ${most}`);
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  const index: LlmsIndex = { title: "", summary: "", paragraphs: [], sections: [] };
  const title = /^# (\S.*)$/.exec(lines[0] ?? "");
  if (!title) complaints.push("does not begin with `# ` and a title");
  index.title = title?.[1] ?? "";
  const quotes = lines.filter((line) => line.startsWith(">"));
  if (quotes.length !== 1) complaints.push(`has ${quotes.length} lines of blockquote, not one`);
  index.summary = quotes[0]?.replace(/^>\s*/, "") ?? "";
  for (const [number, line] of lines.entries()) {
    if (number === 0 || line === "" || line === quotes[0]) continue;
    if (/^#{3,}\s/.test(line) || (/^# /.test(line) && number > 0))
      complaints.push(`line ${number + 1}: a heading that is not of the second level`);
    else if (line.startsWith("## ")) index.sections.push({ name: line.slice(3).trim(), links: [] });
    else if (index.sections.length === 0) index.paragraphs.push(line);
    else readLink(line, number, index, complaints);
  }
  if (index.paragraphs.length === 0) complaints.push("has no paragraph between the summary and the first section");
  if (lines.indexOf(quotes[0] ?? "") > lines.findIndex((line) => index.paragraphs.includes(line)))
    complaints.push("has its summary after a paragraph");
  const names = index.sections.map(({ name }) => name);
  for (const name of names.filter((other, at) => names.indexOf(other) !== at))
    complaints.push(`has two sections named ${name}`);
  for (const { name, links } of index.sections) if (links.length === 0) complaints.push(`has no links under ${name}`);
  return index;
}

function readLink(line: string, number: number, { sections }: LlmsIndex, complaints: string[]): void {
  const match = linkLine.exec(line);
  if (!match) return void complaints.push(`line ${number + 1}: not a link: ${line.slice(0, 60)}`);
  const [, title = "", url = "", notes = ""] = match;
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    complaints.push(`line ${number + 1}: ${url} is not an absolute address`);
  sections.at(-1)?.links.push({ title, url, notes });
}

/** What is wrong with an llms.txt; `pages` are the addresses (of Markdown twins) it has to cover, all but a twentieth of them. */
export function llmsComplaints(text: string, pages: readonly string[]): string[] {
  const complaints: string[] = [];
  const linked = new Set(readLlms(text, complaints).sections.flatMap(({ links }) => links.map(({ url }) => url)));
  const missing = pages.filter((page) => !linked.has(page));
  if (missing.length > pages.length / 20)
    complaints.push(`covers ${pages.length - missing.length} of ${pages.length} pages`);
  return complaints;
}
