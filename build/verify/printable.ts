// Text that strangers wrote, as it may be printed on a terminal.

/**
 * Text that a terminal shows and does nothing else with: control and format characters are written out (`\n`,
 * `\u{1b}`), but for those that join letters and emoji.
 */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu, (character) => {
    if (character === "\u200c" || character === "\u200d") return character;
    if (character === "\n") return "\\n";
    if (character === "\t") return "\\t";
    return `\\u{${(character.codePointAt(0) as number).toString(16)}}`;
  });
}

/** The beginning of a text in one line, cut at a number of code points. */
export function oneLine(text: string, length: number): string {
  const characters = [...printable(text.replace(/\s+/gu, " "))];
  return characters.length > length ? `${characters.slice(0, length - 1).join("")}…` : characters.join("");
}
