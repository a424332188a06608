import { type IncomingMessage, STATUS_CODES } from "node:http";
import type { AddressInfo } from "node:net";
import { ReadableStream } from "node:stream/web";
import { setTimeout as delay } from "node:timers/promises";
import { type ServerRequest, serve } from "srvx";
import { explainPort, loopback } from "./free-port.ts";

/** Answers one request. */
export type WebHandler = (request: Request) => Promise<Response>;

/** Milliseconds that a stopping server has to answer its last requests. */
const stopTimeout = 2_000;

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
      // srvx sends no reason phrase unless the response has one.
      return new Response(body, { status, statusText: STATUS_CODES[status], headers });
    },
    port,
    hostname: loopback,
    silent: true,
    gracefulShutdown: false,
    // Cluster workers share a port given by number; with 0 they would get the same "free" one.
    node: { exclusive: port === 0 },
  });
  await server.ready().catch((error: NodeJS.ErrnoException) => {
    throw explainPort(error, port);
  });
  const address = server.node?.server?.address() as AddressInfo;
  return {
    port: address.port,
    /** Without a trailing slash. */
    origin: `http://localhost:${address.port}`,
    /** Accepts no new connections; closes the open ones once answered, or after two seconds. */
    async stop(): Promise<void> {
      await Promise.race([server.close(), delay(stopTimeout, undefined, { ref: false })]);
      await server.close(true);
    },
  };
}

/**
 * The request with a body that is read only as far as the handler asks for it. `listen` drops the
 * rest once the handler has answered: srvx leaves it unread, and then the next request on the same
 * connection would never be answered.
 */
function withBody(request: ServerRequest): Request {
  const { method, url } = request;
  if (!/^(POST|PUT|PATCH)$/.test(method)) return request;
  const message = request.runtime?.node?.req as IncomingMessage;
  const body: unknown = ReadableStream.from(message.iterator({ destroyOnReturn: false }));
  const headers = new Headers(request.headers);
  return new Request(url, { method, headers, body, duplex: "half" } as RequestInit);
}
