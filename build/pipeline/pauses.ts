import { setTimeout as delay } from "node:timers/promises";

/** Milliseconds of work after which a server answers requests, and how long it does. */
const [stretch, pause] = [20, 5];

/** Collects items that take time to make. Between them requests are answered. */
export async function withPauses<T>(items: Iterable<T>): Promise<T[]> {
  const made: T[] = [];
  let began = performance.now();
  for (const item of items) {
    made.push(item);
    if (performance.now() - began < stretch) continue;
    await delay(pause); // an answer takes several turns of the event loop
    began = performance.now();
  }
  return made;
}
