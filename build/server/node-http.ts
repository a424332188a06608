import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeStream } from "node:stream/web";

/** Answers one request. Must not throw, whatever a client sends. */
export type WebHandler = (request: Request) => Promise<Response>;

type Bytes = Uint8Array<ArrayBuffer>;

/** The address that every local server listens on: nobody else on the network can reach it. */
export const loopback = "127.0.0.1";

/**
 * Makes a WHATWG `Request` of a node one. The body is streamed, so a handler can stop reading an oversized one and
 * still answer 413 on the same connection. Adapter packages end the connection there, take the host from the client's
 * header, and let `TRACE` and malformed targets through.
 * @param origin Scheme, host and port for the absolute address, such as `http://localhost:8080`.
 * @throws TypeError if a `Request` cannot have the method or address (`TRACE`, `CONNECT`, malformed targets).
 */
function toRequest(message: IncomingMessage, origin: string): Request {
  const headers = new Headers();
  for (const [name, values] of Object.entries(message.headersDistinct))
    for (const value of values ?? []) headers.append(name, value);
  const method = message.method ?? "GET";
  const body = method === "GET" || method === "HEAD" ? null : bodyOf(message);
  // A target such as `//elsewhere/` must stay a path of this server, so it is appended and never resolved.
  const init: RequestInit & { duplex: "half" } = { method, headers, body, duplex: "half" };
  return new Request(origin + (message.url ?? "/"), init);
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
async function sendResponse(response: Response, target: ServerResponse): Promise<void> {
  for (const [name, value] of response.headers) if (name !== "set-cookie") target.setHeader(name, value);
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) target.setHeader("set-cookie", cookies);
  target.writeHead(response.status);
  if (response.body === null) {
    target.end();
    return;
  }
  await pipeline(response.body as NodeStream, target);
}

/** A running server. */
export interface RunningServer {
  port: number;
  /** `http://localhost:PORT`, without a slash at the end. */
  origin: string;
  stop(): Promise<void>;
}

/**
 * Serves a handler on the loopback address.
 * @param port 0 takes any free one.
 * @throws Error with code `EADDRINUSE` if the port is taken.
 */
export async function listen(handler: WebHandler, port = 0): Promise<RunningServer> {
  const server = createServer((message, target) => {
    void answer(handler, message, target, `http://localhost:${portOf(server)}`);
  });
  server.listen(port, loopback);
  await once(server, "listening");
  return {
    port: portOf(server),
    origin: `http://localhost:${portOf(server)}`,
    async stop() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/**
 * Gives a handler for the rejection of `listen`, which says in one line why the port cannot be used.
 * @throws Error of one line if the port is taken or not permitted, else the error as it was.
 */
export function busyPort(port: number): (error: unknown) => never {
  return (error) => {
    if ((error as NodeJS.ErrnoException).code === "EADDRINUSE") {
      throw new Error(
        `Port ${port} is in use. Stop what runs there, or choose another: --port=${port === 65_535 ? 8080 : port + 1}`,
      );
    }
    if ((error as NodeJS.ErrnoException).code === "EACCES")
      throw new Error(`Port ${port} may not be used; choose one above 1023.`);
    throw error;
  };
}

/**
 * Answers one request of a node server. Never rejects: the connection is closed if it or the handler fails.
 * @param origin As of `toRequest`.
 */
export async function answer(
  handler: WebHandler,
  message: IncomingMessage,
  target: ServerResponse,
  origin: string,
): Promise<void> {
  let request: Request;
  try {
    request = toRequest(message, origin);
  } catch {
    target.writeHead(400, { "content-type": "text/plain; charset=utf-8" });
    target.end("This request cannot be understood.\n");
    return;
  }
  try {
    await sendResponse(await handler(request), target);
    // The rest of the request body is read and dropped: closing the connection now could cut off the answer.
    message.resume();
  } catch {
    target.destroy();
  }
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
