/** What a strict reader makes of an llms.txt. */
interface LlmsIndex {
  title: string;
  summary: string;
  paragraphs: string[];
  sections: { name: string; links: { title: string; url: string; notes: string }[] }[];
}

const most = 50_000;

/**
 * Reads an llms.txt by the strictest of the known readers. What any of them would stumble over goes
 * to `complaints`. A file is a title, a summary in one line of blockquote, paragraphs, and sections
 * that hold nothing but links.
 */
export function readLlms(text: string, complaints: string[] = []): LlmsIndex {
  const [, title = "", summary = "", prose = "", rest = ""] =
    /^# (\S.*)\n\n> (.*)\n\n((?:(?![#>]).*\n)+?)(?=## |$(?![^]))([^]*)$/.exec(text) ?? [];
  if (title === "")
    complaints.push("does not begin with a title, a summary of one line and a paragraph");
  if (/[\uFEFF\r]/.test(text)) complaints.push("has a byte order mark or line ends other than LF");
  if (text.length > most) complaints.push(`has ${text.length} characters; the most is ${most}`);
  const sections = rest
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [name = "", ...lines] = section.split("\n").filter((line) => line !== "");
      if (lines.length === 0) complaints.push(`has no links under ${name}`);
      return { name, links: lines.map((line) => readLink(line, complaints)) };
    });
  if (new Set(sections.map(({ name }) => name)).size < sections.length)
    complaints.push("has two sections of one name");
  return { title, summary, paragraphs: prose.split("\n").filter((line) => line !== ""), sections };
}

function readLink(
  line: string,
  complaints: string[],
): { title: string; url: string; notes: string } {
  const [, title = "", url = "", notes = ""] =
    /^- \[([^\]]+)\]\(([^)\s]+)\)(?:: (.*))?$/.exec(line) ?? [];
  if (title === "") complaints.push(`not a link: ${line.slice(0, 60)}`);
  else if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    complaints.push(`${url} is not an absolute address`);
  return { title, url, notes };
}

/**
 * What is wrong with an llms.txt; `pages` are the addresses (of Markdown twins) it has to cover,
 * all but a twentieth.
 */
export function llmsComplaints(text: string, pages: readonly string[]): string[] {
  const complaints: string[] = [];
  const linked = new Set(
    readLlms(text, complaints).sections.flatMap(({ links }) => links.map(({ url }) => url)),
  );
  const missing = pages.filter((page) => !linked.has(page));
  if (missing.length > pages.length / 20)
    complaints.push(`covers ${pages.length - missing.length} of ${pages.length} pages`);
  return complaints;
}
