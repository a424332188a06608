/** `1 page`, `1,200 pages` */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${inThousands(count)} ${count === 1 ? one : many}`;
}

/** A whole number with a comma before each group of three digits. */
export function inThousands(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/** Text with every run of white space as one space, and none at its ends. */
export function oneLine(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}

/** Text without percent-encoding; unchanged where that is malformed. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
