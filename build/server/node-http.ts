import { type IncomingMessage, STATUS_CODES } from "node:http";
import type { AddressInfo } from "node:net";
import { ReadableStream } from "node:stream/web";
import { setTimeout as delay } from "node:timers/promises";
import { type ServerRequest, serve } from "srvx";
import { explainPort, loopback } from "./free-port.ts";

/** Answers one request. */
export type WebHandler = (request: Request) => Promise<Response>;

/** Milliseconds for answering the last requests when a server stops. */
const answering = 2_000;

export type RunningServer = Awaited<ReturnType<typeof listen>>;

/**
 * Serves a handler on the loopback address.
 * @param port 0 takes any free one.
 * @throws Error of one line if the port is taken or not permitted.
 */
export async function listen(handler: WebHandler, port = 0) {
  const server = serve({
    async fetch(request) {
      const { status, headers, body } = await handler(withBody(request));
      request.runtime?.node?.req.resume();
      // srvx leaves out the reason phrase after the status.
      return new Response(body, { status, statusText: STATUS_CODES[status], headers });
    },
    port,
    hostname: loopback,
    silent: true,
    gracefulShutdown: false,
    // Processes of one cluster share a named port; with 0 they would get the same "free" one.
    node: { exclusive: port === 0 },
  });
  await server.ready().catch((error: NodeJS.ErrnoException) => {
    throw explainPort(error, port);
  });
  const address = server.node?.server?.address() as AddressInfo;
  return {
    port: address.port,
    /** Without a slash at the end. */
    origin: `http://localhost:${address.port}`,
    /** Takes no more connections, and ends the others when their requests are answered. */
    async stop(): Promise<void> {
      await Promise.race([server.close(), delay(answering, undefined, { ref: false })]);
      await server.close(true);
    },
  };
}

/**
 * The request with a body that is read only as far as the handler asks for it. The rest is dropped
 * after the answer: srvx does not read it, so the next request on the same connection would wait
 * until the connection is closed.
 */
function withBody(request: ServerRequest): Request {
  const { method, url } = request;
  if (!/^(POST|PUT|PATCH)$/.test(method)) return request;
  const message = request.runtime?.node?.req as IncomingMessage;
  const body: unknown = ReadableStream.from(message.iterator({ destroyOnReturn: false }));
  const headers = new Headers(request.headers);
  return new Request(url, { method, headers, body, duplex: "half" } as RequestInit);
}
