import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { createClient } from "../../build/verify/client.ts";

/** A server that closes the connection of its first requests instead of answering. */
async function closing(first: number) {
  const asked: string[] = [];
  const server = createServer(({ method, socket }, response) => {
    asked.push(String(method));
    if (asked.length > first) response.end("Hello");
    else socket.destroy();
  });
  await once(server.listen(0, "localhost"), "listening");
  stop = () => server.close();
  const { port } = server.address() as AddressInfo;
  return { asked, client: createClient(`http://localhost:${port}`) };
}

let stop = () => {};
afterEach(() => stop());

test("a GET whose connection is closed is made once more", async () => {
  const { asked, client } = await closing(1);
  expect(Buffer.from((await client.ask("/")).bytes).toString()).toBe("Hello");
  expect([asked, client.requests(), client.seen.length]).toEqual([["GET", "GET"], 2, 1]);
});

test("but not twice more", async () => {
  const { asked, client } = await closing(2);
  await expect(client.ask("/")).rejects.toThrow("the connection failed");
  expect(asked).toEqual(["GET", "GET"]);
});

test("and no other request, which may have been acted upon", async () => {
  const { asked, client } = await closing(1);
  await expect(client.ask("/", { method: "POST", body: "a" })).rejects.toThrow("the connection");
  expect(asked).toEqual(["POST"]);
});
