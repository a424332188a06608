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
    /^Port \d+ is in use\. Stop what runs there, or choose another: --port=\d+$/,
  );
});

const text = "Good day. ".repeat(200);

test.each([
  ["gzip, deflate, br", true],
  ["BR", true],
  ["br;q=0.5, gzip", true],
  ["br;q=0, gzip", false],
  ["br;q=0.000", false],
  ["gzip", false],
  ["", false],
])("text for those who accept %j is compressed: %s, and says so", async (accept, isPacked) => {
  const original = {
    "content-type": "text/plain",
    "content-length": String(text.length),
    etag: '"abc"',
    vary: "Origin",
  };
  const handler = compressed(async () => new Response(text, { headers: original }));
  const answer = await handler(
    new Request("http://localhost/", { headers: { "accept-encoding": accept } }),
  );
  const { headers } = answer;
  const [encoding, etag] = isPacked ? ["br", '"abc-df"'] : [null, '"abc"'];
  expect([headers.get("content-encoding"), headers.get("etag")]).toEqual([encoding, etag]);
  expect(headers.get("vary")).toBe("Origin, Accept-Encoding");
  const bytes = new Uint8Array(await answer.arrayBuffer());
  expect(new TextDecoder().decode(isPacked ? brotliDecompressSync(bytes) : bytes)).toBe(text);
});

test.each([
  ["an image", text, { "content-type": "image/png" }],
  ["a short text", "short", { "content-type": "text/plain", "content-length": "5" }],
  ["an empty answer", null, { "content-type": "text/plain" }],
  ["what is encoded already", text, { "content-type": "text/plain", "content-encoding": "zstd" }],
] as [string, string | null, Record<string, string>][])(
  "%s stays as it is",
  async (_, body, headers) => {
    const request = new Request("http://localhost/", { headers: { "accept-encoding": "br" } });
    const answer = await compressed(async () => new Response(body, { headers }))(request);
    const encoding = answer.headers.get("content-encoding");
    expect([encoding, await answer.text()]).toEqual([
      headers["content-encoding"] ?? null,
      body ?? "",
    ]);
  },
);
