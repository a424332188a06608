import { createHandler } from "../../build/server/handler.ts";
import { listen, type RunningServer, type WebHandler } from "../../build/server/node-http.ts";
import type { TestServer } from "../support/server.ts";

/** Changes the answers of a site. `answer` gives the real answer, to another request if one is given. */
export interface Fault {
  (request: Request, answer: (changed?: Request) => Promise<Response>): Promise<Response>;
  /** The path whose answers alone are changed, where it is one. */
  path?: string;
}

/** A second server over the same files and the same guestbook, with a fault in its answers. */
export async function serveFaulty({ output }: Pick<TestServer, "output">, fault: Fault): Promise<RunningServer> {
  const real = await remembering(output);
  return listen((request) => fault(request, (changed = request) => real(changed)));
}

const known = new Map<string, Promise<WebHandler>>();

/** What answers for a built site, once for all the faults that are planted in it. */
function remembering(output: string): Promise<WebHandler> {
  const handler = known.get(output) ?? createRemembering(output);
  known.set(output, handler);
  return handler;
}

/**
 * A handler that answers a question it has answered before with the same bytes again. Most questions of a run are about
 * what no fault changes, and a run asks hundreds. After an entry was accepted, the guestbook is always asked anew.
 */
async function createRemembering(directory: string): Promise<WebHandler> {
  const log = (message: string) => console.error(message);
  const real = createHandler(directory, log);
  const answers = new Map<string, Promise<{ status: number; headers: Headers; body: ArrayBuffer | null }>>();
  let signed = false;

  const ask = async (request: Request) => {
    const answer = await real(request);
    const { status, headers } = answer;
    return { status, headers, body: answer.body === null ? null : await answer.arrayBuffer() };
  };
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    if (!/^(GET|HEAD)$/.test(request.method)) {
      const answer = await real(request);
      signed ||= answer.ok;
      return answer;
    }
    if (signed && pathname.includes("guestbook")) return real(request);
    const asked = [...request.headers].filter(([name]) => name !== "host");
    const key = JSON.stringify([request.method, pathname, search, asked]);
    const found = answers.get(key) ?? ask(request);
    answers.set(key, found);
    const { status, headers, body } = await found;
    return new Response(body, { status, headers });
  };
}

/** Changes the answers at one path. */
export function atPath(
  path: string,
  change: (answer: Response, request: Request) => Promise<Response> | Response,
): Fault {
  const fault: Fault = async (request, answer) =>
    new URL(request.url).pathname === path ? change(await answer(), request) : answer();
  return Object.assign(fault, { path });
}

/** Changes the text of the answers at one path. */
export function text(path: string, change: (text: string) => string): Fault {
  return atPath(path, async (answer) => rewritten(answer, change(await answer.text())));
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
// biome-ignore lint/suspicious/noExplicitAny: every step into `unknown` would need a check that the test makes anyway.
export type Loose = any;

export function rewritten(answer: Response, body: string, status = answer.status): Response {
  const headers = new Headers(answer.headers);
  headers.delete("content-length");
  const bodyless = status === 304 || status === 204 || body === "";
  return new Response(bodyless ? null : body, { status, headers });
}
