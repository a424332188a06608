/** From how many lines on a list is cut into parts, each with a page of its own. */
export const longList = 120;
/** The lines of a part. */
export const partLength = 100;

/** A list that may be long: what its own page shows, and the other parts by their numbers. */
interface CutList<T> {
  first: T[];
  parts: Map<number, T[]>;
}

/**
 * Cuts a long list, so that parts stay as they are when pages are added. Newest first: the oldest 100 are part 1, the
 * next are part 2, and the newest 20 to 119 stay on the list's own page. Otherwise: the first 100 stay there, and part
 * 2 follows.
 */
export function cutList<T>(list: readonly T[], newestFirst: boolean): CutList<T> {
  const parts = new Map<number, T[]>();
  if (list.length < longList) return { first: [...list], parts };
  if (!newestFirst) {
    for (let start = partLength; start < list.length; start += partLength)
      parts.set(start / partLength + 1, list.slice(start, start + partLength));
    return { first: list.slice(0, partLength), parts };
  }
  const count = Math.floor((list.length - (longList - partLength)) / partLength);
  for (let part = count; part > 0; part -= 1)
    parts.set(part, list.slice(list.length - part * partLength, list.length - (part - 1) * partLength));
  return { first: list.slice(0, list.length - count * partLength), parts };
}
