import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  maxHeaderSize,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
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
 * header, and let malformed targets through.
 * @param origin Scheme, host and port for the absolute address, such as `http://localhost:8080`.
 * @throws TypeError if the target is no path.
 */
function toRequest(message: IncomingMessage, origin: string): Request {
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

/**
 * An answer that this server gives by itself: problem details (RFC 9457) that every origin may read.
 * @param detail What is wrong and what was expected; it must not repeat what was sent.
 * @param more Further headers.
 */
export function problemResponse(status: number, detail: string, more: Record<string, string> = {}): Response {
  const headers = new Headers({ "access-control-allow-origin": "*", "cache-control": "no-store" });
  for (const [name, value] of Object.entries(more)) headers.set(name, value);
  headers.set("content-type", "application/problem+json");
  const problem = { type: "about:blank", title: STATUS_CODES[status], status, detail };
  return new Response(`${JSON.stringify(problem, null, 2)}\n`, { status, headers });
}

/** Sends such an answer to a client whose request has not become one of node's, and closes the connection. */
async function refuse(socket: Duplex, response: Response): Promise<void> {
  const body = await response.text();
  const lines = [
    `HTTP/1.1 ${response.status} ${STATUS_CODES[response.status]}`,
    ...[...response.headers].map(([name, value]) => `${name}: ${value}`),
    `content-length: ${Buffer.byteLength(body)}`,
    "connection: close",
  ];
  socket.end(`${lines.join("\r\n")}\r\n\r\n${body}`, () => socket.destroy());
}

/** The answer that is being sent on each connection, or was sent last. */
const answers = new WeakMap<Duplex, ServerResponse>();

/**
 * Answers requests that node refuses before any handler sees them, which it would do without a body and without CORS:
 * such as headers that are too large, or that hold control bytes.
 */
export function answerClientErrors(server: Server): void {
  server.on("clientError", (error: NodeJS.ErrnoException & { reason?: string }, socket) => {
    const last = answers.get(socket);
    // What is sent into the middle of an answer would be taken for a part of it.
    const isAnswering = last !== undefined && last.headersSent && !last.writableFinished;
    if (!socket.writable || isAnswering) socket.destroy(error);
    else void refuse(socket, clientErrorResponse(error));
  });
  server.on("checkExpectation", (_, target) => {
    sendResponse(problemResponse(417, "Nothing but 100-continue may be expected."), target).catch(() => {});
  });
  server.on("connect", (_, socket) => void refuse(socket, problemResponse(501, "This server is no proxy.")));
}

function clientErrorResponse({ code, reason }: NodeJS.ErrnoException & { reason?: string }): Response {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return problemResponse(431, `The target and the headers together may have at most ${maxHeaderSize} bytes.`);
    case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
      return problemResponse(413, "The body's chunks have too many extensions.");
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return problemResponse(408, "The request did not arrive in time.");
    default:
      return problemResponse(400, `This is not a valid HTTP request${reason === undefined ? "" : `: ${reason}`}.`);
  }
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
  // Node's own answer to a request without a host has no body, so `answer` looks for the host in its place.
  const server = createServer({ requireHostHeader: false }, (message, target) => {
    void answer(handler, message, target, `http://localhost:${portOf(server)}`);
  });
  answerClientErrors(server);
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
  answers.set(message.socket, target);
  try {
    await sendResponse(await respond(handler, message, origin), target);
    // The rest of the request body is read and dropped: closing the connection now could cut off the answer.
    message.resume();
  } catch {
    target.destroy();
  }
}

async function respond(handler: WebHandler, message: IncomingMessage, origin: string): Promise<Response> {
  if (message.headers.host === undefined && message.httpVersion === "1.1")
    return problemResponse(400, "A request needs a Host header (RFC 9112, section 3.2).");
  let request: Request;
  try {
    request = toRequest(message, origin);
  } catch {
    return problemResponse(400, "The target of a request must be a path that begins with a slash.");
  }
  return handler(request);
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
