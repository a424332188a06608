import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { brotliDecompressSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { listen, type WebHandler } from "../../build/server/node-http.ts";
import { compressed } from "../../build/server/preview.ts";

async function running(handler: WebHandler): Promise<string> {
  const server = await listen(handler);
  onTestFinished(server.stop);
  return server.origin;
}

/** Sends bytes as they are and gives back what the server sent. */
async function raw(origin: string, text: string): Promise<string> {
  const socket = connect(Number(new URL(origin).port), "127.0.0.1");
  socket.end(text);
  let answer = "";
  for await (const chunk of socket) answer += String(chunk);
  return answer;
}

test("method, address, headers and body arrive, and the answer returns whole", async () => {
  const origin = await running(async (request) => {
    const headers = new Headers({
      "x-method": request.method,
      "x-url": request.url,
      "x-agent": request.headers.get("user-agent") ?? "",
    });
    headers.append("set-cookie", "a=1");
    headers.append("set-cookie", "b=2");
    return new Response(await request.arrayBuffer(), { status: 201, headers });
  });
  const body = new Uint8Array(300_000).map((_, index) => index % 256);
  const response = await fetch(`${origin}/a%20b?c=%C3%BC`, {
    method: "POST",
    body,
    headers: { "user-agent": "tester" },
  });
  expect(response.status).toBe(201);
  expect(response.headers.get("x-url")).toBe(`${origin}/a%20b?c=%C3%BC`);
  expect([response.headers.get("x-method"), response.headers.get("x-agent"), response.headers.getSetCookie()]).toEqual([
    "POST",
    "tester",
    ["a=1", "b=2"],
  ]);
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(body);
});

test("a handler may answer before it has read the body, or stop reading, and the connection goes on", async () => {
  const origin = await running(async (request) => {
    if (request.url.endsWith("/some")) {
      const reader = (request.body as ReadableStream<Uint8Array>).getReader();
      await reader.read();
      await reader.cancel();
    }
    if (request.url.endsWith("/begun")) for await (const chunk of request.body ?? []) if (chunk) break;
    return new Response("too large", { status: 413 });
  });
  const body = "x".repeat(3_000_000);
  for (const path of ["/none", "/some", "/begun", "/none", "/some", "/begun"]) {
    const response = await fetch(origin + path, { method: "POST", body });
    expect([path, response.status, await response.text()]).toEqual([path, 413, "too large"]);
  }
});

test("a target that looks like another host stays a path of this one", async () => {
  const origin = await running(async (request) => new Response(request.url));
  expect(await raw(origin, "GET //example.org/x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")).toContain(
    "http://x//example.org/x",
  );
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
    /^Port \d+ is in use\. Stop what runs there, or choose another: --port=\d+$/,
  );
});

const text = "Good day. ".repeat(200);

test("text is compressed for those who accept it, and says so", async () => {
  const handler = compressed(
    async () =>
      new Response(text, {
        headers: { "content-type": "text/plain", "content-length": String(text.length), etag: '"abc"', vary: "Origin" },
      }),
  );
  for (const [accept, isPacked] of [
    ["gzip, deflate, br", true],
    ["BR", true],
    ["br;q=0.5, gzip", true],
    ["br;q=0, gzip", false],
    ["br;q=0.000", false],
    ["gzip", false],
    ["identity", false],
    ["", false],
  ] as const) {
    const response = await handler(new Request("http://localhost/", { headers: { "accept-encoding": accept } }));
    const { headers } = response;
    const [encoding, etag] = isPacked ? ["br", '"abc-df"'] : [null, '"abc"'];
    expect([accept, headers.get("content-encoding"), headers.get("etag")]).toEqual([accept, encoding, etag]);
    expect(headers.get("vary")).toBe("Origin, Accept-Encoding");
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(new TextDecoder().decode(isPacked ? brotliDecompressSync(bytes) : bytes)).toBe(text);
    if (isPacked) expect(bytes.length).toBeLessThan(text.length / 2);
  }
});

test("images, short texts, empty answers and what is encoded already stay as they are", async () => {
  const table: [string, Response][] = [
    ["image", new Response(text, { headers: { "content-type": "image/png" } })],
    ["short", new Response("short", { headers: { "content-type": "text/plain", "content-length": "5" } })],
    ["empty", new Response(null, { status: 204, headers: { "content-type": "text/plain" } })],
    ["encoded", new Response(text, { headers: { "content-type": "text/plain", "content-encoding": "zstd" } })],
  ];
  for (const [name, answer] of table) {
    const [before, body] = [answer.headers.get("content-encoding"), await answer.clone().text()];
    const response = await compressed(async () => answer)(
      new Request("http://localhost/", { headers: { "accept-encoding": "br" } }),
    );
    expect([name, response.status, response.headers.get("content-encoding"), await response.text()]).toEqual([
      name,
      answer.status,
      before,
      body,
    ]);
  }
});
