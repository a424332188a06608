/** How many calls to the store one request makes at a time. */
export const storeConcurrency = 50;

/** Maps a list with an asynchronous function, a bounded number of calls at a time; the results keep their order. The first failure ends it. */
export async function mapConcurrently<T, R>(
  items: readonly T[],
  map: (item: T) => Promise<R>,
  limit: number = storeConcurrency,
): Promise<R[]> {
  const results = new Array<R>(items.length);
  let next = 0;
  let failed = false;
  async function work(): Promise<void> {
    while (next < items.length && !failed) {
      const index = next++;
      try {
        results[index] = await map(items[index] as T);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work));
  return results;
}
