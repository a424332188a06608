// Signs the guestbook as fast as it can until it is killed, and prints the id of each entry that was answered 201.
import { writeSync } from "node:fs";
import guestbook from "../../../functions/guestbook/guestbook.ts";
import { contextFor } from "../test-guestbook.ts";

async function signForEver(visitor: string): Promise<never> {
  for (let number = 0; ; number++) {
    const headers = {
      "content-type": "application/json",
      ...(number % 3 === 0 ? { "idempotency-key": `${visitor}-${number}` } : {}),
    };
    const body = JSON.stringify({ message: `Entry ${number} of ${visitor}` });
    const response = await guestbook(
      new Request("http://localhost/api/guestbook", { method: "POST", headers, body }),
      contextFor("dev"),
    );
    if (response.status !== 201) continue;
    const { id } = (await response.json()) as { id: string };
    writeSync(1, `${id}\n`);
  }
}

await Promise.all(["a", "b", "c"].map((letter) => signForEver(`${process.pid}${letter}`)));
