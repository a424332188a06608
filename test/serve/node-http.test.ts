import { networkInterfaces } from "node:os";
import { expect, onTestFinished, test } from "vitest";
import { listen, type WebHandler } from "../../build/server/node-http.ts";

async function running(handler: WebHandler): Promise<string> {
  const server = await listen(handler);
  onTestFinished(server.stop);
  return server.origin;
}

test("a handler may answer before it has read the body, or stop reading, and the connection goes on", async () => {
  const origin = await running(async (request) => {
    if (request.url.endsWith("/some")) {
      const reader = (request.body as ReadableStream<Uint8Array>).getReader();
      await reader.read();
      await reader.cancel();
    }
    if (request.url.endsWith("/begun"))
      for await (const chunk of request.body ?? []) if (chunk) break;
    return new Response("too large", { status: 413 });
  });
  const body = "x".repeat(3_000_000);
  for (const path of ["/none", "/some", "/begun", "/none", "/some", "/begun"]) {
    const response = await fetch(origin + path, { method: "POST", body });
    expect([path, response.status, await response.text()]).toEqual([path, 413, "too large"]);
  }
});

test("the server listens on loopback only, and a busy port is an error", async () => {
  const server = await listen(async () => new Response("one"));
  onTestFinished(server.stop);
  expect(await (await fetch(`http://127.0.0.1:${server.port}`)).text()).toBe("one");
  const others = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  for (const { family, address } of others.filter(({ internal }) => !internal)) {
    const host = family === "IPv6" ? `[${address}]` : address;
    await expect(fetch(`http://${host}:${server.port}`)).rejects.toThrow();
  }
  await expect(listen(async () => new Response("two"), server.port)).rejects.toThrow(
    /^Port \d+ is in use\. Stop that program, or choose another: --port=\d+$/,
  );
});
