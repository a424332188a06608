/** A character that may not stand in an entry, and where it stands. */
interface BadCharacter {
  /** Such as `U+202E (right-to-left override)`. */
  name: string;
  /** Its place in code points, the first being 1. */
  place: number;
}

/**
 * The flags of England, Scotland and the like are the one lawful use of tag characters: a black flag, a region code,
 * the end tag.
 */
const flagTags = /(\u{1F3F4})([\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{3,6}\u{E007F})/gu;

const bidiNames: Record<number, string> = {
  0x202a: "left-to-right embedding",
  0x202b: "right-to-left embedding",
  0x202c: "pop directional formatting",
  0x202d: "left-to-right override",
  0x202e: "right-to-left override",
};

/** CRLF and CR become LF; nothing else is altered. */
export function unifyLineEnds(text: string): string {
  return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
}

/** Length as JSON Schema counts it: Unicode code points, a lone surrogate being one. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** Whether anything in a text leaves ink: not only white space, invisible format characters and blank fillers. */
export function hasInk(text: string): boolean {
  return /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Cs}\p{Cn}\u2800]/u.test(text);
}

/** Whether one character (a code point) may stand in an entry by itself. */
export function isShowable(character: string): boolean {
  return describe(character.codePointAt(0) ?? 0) === null;
}

/** Every character of a text that cannot be shown safely, in order. */
export function badCharacters(text: string): BadCharacter[] {
  const found: BadCharacter[] = [];
  let place = 0;
  for (const character of withoutFlagTags(text)) {
    place++;
    const code = character.codePointAt(0) as number;
    const kind = describe(code);
    if (kind !== null) found.push({ name: `U+${code.toString(16).toUpperCase().padStart(4, "0")} (${kind})`, place });
  }
  return found;
}

/** The text with U+FFFD for every character that cannot be shown safely. */
export function withMarks(text: string): string {
  const characters = [...text];
  for (const { place } of badCharacters(text)) characters[place - 1] = "\uFFFD";
  return characters.join("");
}

/** A text in which the tags of flags are as many plain characters, so that every place stays the same. */
function withoutFlagTags(text: string): string {
  return text.replace(flagTags, (_, flag: string, tags: string) => flag + "-".repeat(codePoints(tags)));
}

/** What is wrong with a code point, or null. */
function describe(code: number): string | null {
  if (code === 0x09 || code === 0x0a) return null;
  if (code < 0x20 || (code >= 0x7f && code <= 0x9f)) return "control character";
  if (code >= 0xd800 && code <= 0xdfff) return "lone surrogate";
  if (code >= 0xe0000 && code <= 0xe007f) return "invisible tag character";
  return bidiNames[code] ?? null;
}
