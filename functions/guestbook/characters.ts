import { userAgentLimit } from "./entry.ts";

// Which characters may stand in an entry. Every other one is refused and named, never altered.

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

/** U+202A and the four after it. */
const bidiNames = [
  "left-to-right embedding",
  "right-to-left embedding",
  "pop directional formatting",
  "left-to-right override",
  "right-to-left override",
];

/** Whether a text is more than white space, invisible format characters and blank fillers. */
export function hasVisibleCharacter(text: string): boolean {
  return /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Cs}\p{Cn}\u2800]/u.test(text);
}

/** Every character of a text that cannot be shown safely, in order. */
export function badCharacters(text: string): BadCharacter[] {
  const found: BadCharacter[] = [];
  let place = 0;
  for (const character of withoutFlagTags(text)) {
    place++;
    const kind = describe(character);
    if (kind === null) continue;
    const code = (character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, "0");
    found.push({ name: `U+${code} (${kind})`, place });
  }
  return found;
}

/** A text in which the tags of flags are as many plain characters, so that every place stays the same. */
function withoutFlagTags(text: string): string {
  return text.replace(flagTags, (_, flag: string, tags: string) => flag + "-".repeat([...tags].length));
}

/** Why a character (one code point) may not stand in an entry, or null. */
function describe(character: string): string | null {
  const code = character.codePointAt(0) as number;
  if (code === 0x09 || code === 0x0a) return null;
  if (code < 0x20 || (code >= 0x7f && code <= 0x9f)) return "control character";
  if (code >= 0xd800 && code <= 0xdfff) return "lone surrogate";
  if (code >= 0xe0000 && code <= 0xe007f) return "invisible tag character";
  return bidiNames[code - 0x202a] ?? null;
}

/**
 * A User-Agent fit to be shown: what may not stand in an entry is dropped, runs of white space become one space, and it
 * is cut.
 */
export function cleanUserAgent(header: string | null): string {
  const shown = [...(header ?? "").replace(/\s+/gu, " ").trim()].filter((character) => describe(character) === null);
  return shown.slice(0, userAgentLimit).join("").trim();
}
