// Signs the guestbook as fast as it can until it is killed, and prints `ID MESSAGE` of each entry that was answered 201.
// Some posts carry an Idempotency-Key and are sent twice, the second time at the same moment or after the answer.
import { writeSync } from "node:fs";
import guestbook from "../../../functions/guestbook/guestbook.ts";
import { contextFor } from "../test-guestbook.ts";

async function sign(message: string, key?: string): Promise<void> {
  const headers = { "content-type": "application/json", ...(key === undefined ? {} : { "idempotency-key": key }) };
  const init = { method: "POST", headers, body: JSON.stringify({ message }) };
  const response = await guestbook(new Request("http://localhost/api/guestbook", init), contextFor("dev"));
  if (response.status !== 201) return;
  const { id } = (await response.json()) as { id: string };
  writeSync(1, `${id} ${message}\n`);
}

async function signForEver(visitor: string): Promise<never> {
  for (let number = 0; ; number++) {
    const message = `Entry ${number} of ${visitor}.`;
    if (number % 3 === 0) {
      // The same text from each visitor process, so that several post it at about the same moment.
      const shared = `Shared ${number} of ${visitor.slice(-1)}.`;
      await Promise.all([sign(shared, `key ${number}`), sign(message, `${visitor} ${number}`)]);
      await sign(message, `${visitor} ${number}`);
    } else await sign(message);
  }
}

await Promise.all(["a", "b", "c"].map((letter) => signForEver(`${process.pid}${letter}`)));
