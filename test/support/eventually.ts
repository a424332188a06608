import { setTimeout as delay } from "node:timers/promises";

/** Asks again until the answer is what is expected, for what happens after a file was saved. @returns the last answer after ten seconds. */
export async function eventually<Answer>(
  ask: () => Promise<Answer> | Answer,
  expected: (answer: Answer) => boolean,
): Promise<Answer> {
  let answer = await ask();
  for (let tries = 0; tries < 400 && !expected(answer); tries++) {
    await delay(25);
    answer = await ask();
  }
  return answer;
}
