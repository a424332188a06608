/**
 * Maps a list with an asynchronous function, a bounded number of calls at a time; the results keep
 * their order. The first failure ends it.
 * @param limit The most calls at a time.
 */
export async function mapConcurrently<T, R>(
  items: readonly T[],
  map: (item: T) => Promise<R>,
  limit = 50,
): Promise<R[]> {
  const results = new Array<R>(items.length);
  let next = 0;
  async function work(): Promise<void> {
    while (next < items.length) {
      const index = next++;
      try {
        results[index] = await map(items[index] as T);
      } catch (error) {
        next = items.length;
        throw error;
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work));
  return results;
}
