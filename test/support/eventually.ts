import { setTimeout as delay } from "node:timers/promises";

/**
 * Asks again until the answer is what is expected, for what happens at a time of its own, such as
 * after a file was saved.
 * @returns The last answer; one that was not expected only after two minutes, which even a busy
 * machine does not take.
 */
export async function eventually<Answer>(
  ask: () => Promise<Answer> | Answer,
  expected: (answer: Answer) => boolean,
): Promise<Answer> {
  const deadline = performance.now() + 120_000;
  let answer = await ask();
  while (!expected(answer) && performance.now() < deadline) {
    await delay(25);
    answer = await ask();
  }
  return answer;
}
