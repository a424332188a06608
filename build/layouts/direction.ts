/** Letters of Hebrew, Arabic, Syriac, Thaana, N'Ko and the scripts beside them. */
const rightToLeftLetter = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/g;
const letter = /\p{L}/gu;

/** Whether a page is written from right to left: by its language, or because most letters with which it begins are. */
export function isRightToLeft(language: string, text: string): boolean {
  if (directionOf(language) === "rtl") return true;
  const beginning = text.slice(0, 1000);
  const found = beginning.match(rightToLeftLetter)?.length ?? 0;
  return found > 0 && found > (beginning.match(letter)?.length ?? 0) / 2;
}

const directions = new Map<string, string | undefined>();

/** The direction of a language's script (BCP 47), as Unicode's data have it. */
function directionOf(language: string): string | undefined {
  if (!directions.has(language)) directions.set(language, textInfo(language));
  return directions.get(language);
}

function textInfo(language: string): string | undefined {
  try {
    const locale = new Intl.Locale(language) as Intl.Locale & { getTextInfo?(): { direction: string } };
    return locale.getTextInfo?.().direction;
  } catch {
    return undefined; // no valid tag
  }
}
