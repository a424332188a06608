/** A link line that every known reader parses: no bracket in the title, no parenthesis in the address, one line. */
export function linkLine(title: string, url: string, notes = ""): string {
  const text = oneLine(title).replaceAll("[", "(").replaceAll("]", ")");
  const target = url.replaceAll("(", "%28").replaceAll(")", "%29");
  return `- [${text}](${target})${notes === "" ? "" : `: ${oneLine(notes)}`}`;
}

/** Text with every run of white space as one space. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
