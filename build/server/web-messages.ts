import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeStream } from "node:stream/web";

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Makes a WHATWG `Request` of a node one. The body is streamed, so a handler can stop reading an oversized one and
 * still answer 413 on the same connection. Adapter packages end the connection there, take the host from the client's
 * header, and let malformed targets through.
 * @param origin Scheme, host and port for the absolute address, such as `http://localhost:8080`.
 * @throws TypeError if the target is no path.
 */
export function toRequest(message: IncomingMessage, origin: string): Request {
  const headers = new Headers();
  for (const [name, values] of Object.entries(message.headersDistinct))
    for (const value of values ?? []) headers.append(name, value);
  const method = message.method ?? "GET";
  // A target such as `//elsewhere/` must stay a path of this server, so it is appended and never resolved.
  const address = origin + (message.url ?? "/");
  // A `Request` cannot be made with this method; given to one, it is answered like any other that is not allowed.
  if (method === "TRACE") return Object.defineProperty(new Request(address, { headers }), "method", { value: method });
  const body = method === "GET" || method === "HEAD" ? null : bodyOf(message);
  const init: RequestInit & { duplex: "half" } = { method, headers, body, duplex: "half" };
  return new Request(address, init);
}

/** Reads the body only as far as it is requested, and keeps the connection open when the reader stops early. */
function bodyOf(message: IncomingMessage): ReadableStream<Bytes> {
  const chunks = message.iterator({ destroyOnReturn: false }) as AsyncIterator<Bytes>;
  return new ReadableStream<Bytes>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await chunks.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

/** Sends a `Response` through a node server. @throws Error if the client hangs up; the body's stream is cancelled. */
export async function sendResponse(response: Response, target: ServerResponse): Promise<void> {
  target.setHeaders(response.headers).writeHead(response.status);
  if (response.body === null) {
    target.end();
    return;
  }
  await pipeline(response.body as NodeStream, target);
}
