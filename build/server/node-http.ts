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
import { sendResponse, toRequest } from "./web-messages.ts";

/** Answers one request. Must not throw, whatever a client sends. */
export type WebHandler = (request: Request) => Promise<Response>;

/** The address that every local server listens on: nobody else on the network can reach it. */
export const loopback = "127.0.0.1";

/**
 * An answer that this server gives by itself: problem details (RFC 9457) that every origin may read.
 * @param detail What is wrong and what was expected; it must not repeat what was sent.
 * @param more Further headers, their names in lower case.
 */
export function problemResponse(status: number, detail: string, more: Record<string, string> = {}): Response {
  const problem = { type: "about:blank", title: STATUS_CODES[status], status, detail };
  return new Response(`${JSON.stringify(problem, null, 2)}\n`, {
    status,
    headers: {
      "access-control-allow-origin": "*",
      "cache-control": "no-store",
      ...more,
      "content-type": "application/problem+json",
    },
  });
}

/** Sends an answer to a client whose request node could not read, and closes the connection. */
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
  // Processes of one cluster would be given the same "free" port.
  server.listen({ port, host: loopback, exclusive: port === 0 });
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
 * Makes sure that a port is free.
 * @returns the port, or a free one for 0.
 * @throws Error of one line if it is taken or not permitted.
 */
export async function freePort(wanted: number): Promise<number> {
  const { port, stop } = await listen(async () => new Response(), wanted).catch(busyPort(wanted));
  await stop();
  return port;
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
