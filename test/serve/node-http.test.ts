import { maxHeaderSize, STATUS_CODES } from "node:http";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import { acceptedEncoding, compressed } from "../../build/server/compress.ts";
import { listen, type WebHandler } from "../../build/server/node-http.ts";

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
    return new Response("too large", { status: 413 });
  });
  const body = "x".repeat(3_000_000);
  for (const path of ["/none", "/some", "/none", "/some"]) {
    const response = await fetch(origin + path, { method: "POST", body });
    expect([path, response.status, await response.text()]).toEqual([path, 413, "too large"]);
  }
});

test("a target that looks like another host stays a path of this one", async () => {
  const origin = await running(async (request) => new Response(request.url));
  expect(await raw(origin, "GET //example.org/x HTTP/1.1\r\nHost: elsewhere\r\nConnection: close\r\n\r\n")).toContain(
    `${origin}//example.org/x`,
  );
});

describe("what the server answers by itself", () => {
  const head = "Host: x\r\nConnection: close\r\n";
  const long = "x".repeat(maxHeaderSize);
  test.each<[what: string, sent: string, status: number, detail: string]>([
    ["a target without a slash", `GET x: HTTP/1.1\r\n${head}\r\n`, 400, "not a valid HTTP request"],
    ["a target that is no address", `GET http://[ HTTP/1.1\r\n${head}\r\n`, 400, "must be a path"],
    ["no host", "GET / HTTP/1.1\r\nConnection: close\r\n\r\n", 400, "Host header"],
    ["headers that are too large", `GET / HTTP/1.1\r\n${head}X-Long: ${long}\r\n\r\n`, 431, `${maxHeaderSize} bytes`],
    ["a target that is too large", `GET /${long} HTTP/1.1\r\n${head}\r\n`, 431, `${maxHeaderSize} bytes`],
    ["a control byte in a header", `GET / HTTP/1.1\r\n${head}X-Byte: a\u0001b\r\n\r\n`, 400, "header value"],
    ["what is not HTTP", "SECRET\r\n\r\n", 400, "not a valid HTTP request"],
    ["a broken chunk", `POST /read HTTP/1.1\r\n${head}Transfer-Encoding: chunked\r\n\r\nSECRET`, 400, "chunk size"],
    ["an expectation", `GET / HTTP/1.1\r\n${head}Expect: tea\r\n\r\n`, 417, "100-continue"],
    ["CONNECT", `CONNECT example.org:443 HTTP/1.1\r\n${head}\r\n`, 501, "no proxy"],
  ])("to %s, is a problem document that every origin may read", async (_, sent, status, detail) => {
    const origin = await running(async (request) => new Response(`reached ${(await request.text()).length}`));
    const answer = await raw(origin, sent);
    const [header = "", body = ""] = answer.split("\r\n\r\n");
    expect(header).toMatch(new RegExp(`^HTTP/1\\.1 ${status} ${STATUS_CODES[status]}\r\n`));
    expect(header.toLowerCase().split("\r\n")).toEqual(
      expect.arrayContaining([
        "access-control-allow-origin: *",
        "content-type: application/problem+json",
        "connection: close",
      ]) as string[],
    );
    expect(JSON.parse(body.split("\r\n")[1] ?? body)).toEqual({
      type: "about:blank",
      title: STATUS_CODES[status],
      status,
      detail: expect.stringContaining(detail) as string,
    });
    expect(answer).not.toContain("SECRET");
    expect(await (await fetch(origin)).text()).toBe("reached 0");
  });

  test("is never sent into the middle of another answer", async () => {
    const { promise: broken, resolve } = Promise.withResolvers<void>();
    const origin = await running(
      async () =>
        new Response(
          new ReadableStream({
            async pull(controller) {
              controller.enqueue(new TextEncoder().encode("begun"));
              await broken;
              controller.close();
            },
          }),
        ),
    );
    const socket = connect(Number(new URL(origin).port), "127.0.0.1");
    socket.write(`POST / HTTP/1.1\r\n${head}Transfer-Encoding: chunked\r\n\r\n`);
    let answer = "";
    for await (const chunk of socket.on("error", () => {})) {
      answer += String(chunk);
      if (answer.includes("begun")) socket.write("no chunk\r\n");
    }
    resolve();
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK/);
    expect(answer).not.toContain("about:blank");
  });
});

test("TRACE reaches the handler, as every other method does that it may refuse", async () => {
  const origin = await running(async ({ method }) => new Response(method, { status: 405, headers: { allow: "GET" } }));
  const answer = await raw(origin, "TRACE / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  expect(answer).toMatch(/^HTTP\/1\.1 405 [^]*TRACE/);
});

test("a handler that throws ends that connection only", async () => {
  const origin = await running(async (request) => {
    if (request.url.endsWith("/throw")) throw new Error("on purpose");
    return new Response("fine");
  });
  await expect(fetch(`${origin}/throw`)).rejects.toThrow();
  expect(await (await fetch(origin)).text()).toBe("fine");
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
  await expect(listen(async () => new Response("two"), server.port)).rejects.toMatchObject({ code: "EADDRINUSE" });
});

const text = "Good day. ".repeat(200);

test("text is compressed for those who accept it, and says so", async () => {
  const handler = compressed(
    async () =>
      new Response(text, {
        headers: { "content-type": "text/plain", "content-length": String(text.length), etag: '"abc"', vary: "Origin" },
      }),
  );
  const table: [accept: string, encoding: string | null, etag: string, decode: (bytes: Uint8Array) => Uint8Array][] = [
    ["gzip, deflate, br", "br", '"abc-df"', brotliDecompressSync],
    ["gzip", "gzip", '"abc-df"', gunzipSync],
    ["br;q=0, gzip", "gzip", '"abc-df"', gunzipSync],
    ["identity", null, '"abc"', (bytes) => bytes],
    ["", null, '"abc"', (bytes) => bytes],
  ];
  for (const [accept, encoding, etag, decode] of table) {
    const response = await handler(new Request("http://localhost/", { headers: { "accept-encoding": accept } }));
    expect([accept, response.headers.get("content-encoding"), response.headers.get("etag")]).toEqual([
      accept,
      encoding,
      etag,
    ]);
    expect(response.headers.get("vary")).toBe("Origin, Accept-Encoding");
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(new TextDecoder().decode(decode(bytes))).toBe(text);
    if (encoding !== null) expect(bytes.length).toBeLessThan(text.length / 2);
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

test("weights and wildcards of Accept-Encoding are understood", () => {
  const table = {
    "*": "br",
    "*;q=0": null,
    "gzip;q=0.5, *;q=0": "gzip",
    BR: "br",
    "br;q=0.000": null,
    deflate: null,
  } as const;
  for (const [header, expected] of Object.entries(table))
    expect([header, acceptedEncoding(header)]).toEqual([header, expected]);
});
