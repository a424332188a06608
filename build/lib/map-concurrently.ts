/**
 * Maps a list with an asynchronous function, at most `limit` calls at a time; the results keep
 * their order. The first failure ends it.
 */
export async function mapConcurrently<T, R>(
  items: readonly T[],
  map: (item: T) => Promise<R>,
  limit = 50,
): Promise<R[]> {
  const results: R[] = [];
  // A loop that fails closes an iterator of `take`, and with it the loops of all others.
  const waiting = items.entries().take(items.length);
  const work = async (): Promise<void> => {
    for (const [index, item] of waiting) results[index] = await map(item);
  };
  await Promise.all(Array.from({ length: limit }, work));
  return results;
}
