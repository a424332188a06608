import { createHandler } from "../../build/server/handler.ts";
import { listen, type RunningServer } from "../../build/server/node-http.ts";
import type { TestServer } from "../support/server.ts";

/**
 * Changes the answers of a site. `answer` gives the real answer, to another request if one is
 * given.
 */
export interface Fault {
  (request: Request, answer: (changed?: Request) => Promise<Response>): Promise<Response>;
  /** The path whose answers alone are changed, where it is one. */
  path?: string;
  /** Whether the text of the answers is changed. */
  isRewritten?: boolean;
}

/** A second server over the same files and the same guestbook, with a fault in its answers. */
export async function serveFaulty(
  { output }: Pick<TestServer, "output">,
  fault: Fault,
): Promise<RunningServer> {
  const real = createHandler(output, (message) => console.error(message));
  return listen((request) => fault(request, (changed = request) => real(changed)));
}

/** Changes the answers at one path, or at all that match a pattern. */
export function atPath(
  path: string | RegExp,
  change: (answer: Response, request: Request) => Promise<Response> | Response,
): Fault {
  const isHere = (pathname: string) =>
    typeof path === "string" ? pathname === path : path.test(pathname);
  const fault: Fault = async (request, answer) =>
    isHere(new URL(request.url).pathname) ? change(await answer(), request) : answer();
  return typeof path === "string" ? Object.assign(fault, { path }) : fault;
}

/** Changes the text of the answers at one path. */
export function text(path: string, change: (text: string) => string): Fault {
  const fault = atPath(path, async (answer) => rewritten(answer, change(await answer.text())));
  return Object.assign(fault, { isRewritten: true });
}

/** Replaces a piece of the text at one path. */
export function replaced(path: string, piece: string | RegExp, by: string): Fault {
  return text(path, (body) => body.replace(piece, by));
}

/** Changes the JSON at one path. */
export function json(path: string, change: (value: Loose) => void): Fault {
  return text(path, (body) => {
    if (body === "") return body;
    const value = JSON.parse(body) as Loose;
    change(value);
    return `${JSON.stringify(value)}\n`;
  });
}

/** Changes the headers at one path; null takes one away. */
export function header(path: string, name: string, value: string | null): Fault {
  return atPath(path, (answer) => withHeader(answer, name, value));
}

export function withHeader(answer: Response, name: string, value: string | null): Response {
  const headers = new Headers(answer.headers);
  if (value === null) headers.delete(name);
  else headers.set(name, value);
  return new Response(answer.body, { status: answer.status, headers });
}

/** JSON in which a test digs where it knows its way; a wrong step fails the test. */
// biome-ignore lint/suspicious/noExplicitAny: each step into `unknown` would need a check of its own
export type Loose = any;

export function rewritten(answer: Response, body: string, status = answer.status): Response {
  const headers = new Headers(answer.headers);
  headers.delete("content-length");
  const bodyless = status === 304 || status === 204 || body === "";
  return new Response(bodyless ? null : body, { status, headers });
}
