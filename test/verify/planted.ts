import { listen, type RunningServer, type WebHandler } from "../../build/serve/node-http.ts";

/** Changes what a house answers. `answer` gives what the real one says. */
export type Fault = (request: Request, answer: () => Promise<Response>) => Promise<Response>;

/** A house in front of a real one, with a fault planted in it. */
export function plant(origin: string, fault: Fault): Promise<RunningServer> {
  const real: WebHandler = async (request) => {
    const { pathname, search } = new URL(request.url);
    const headers = new Headers(request.headers);
    headers.delete("host");
    headers.delete("connection");
    headers.set("accept-encoding", "identity");
    const body = request.method === "GET" || request.method === "HEAD" ? null : await request.arrayBuffer();
    return fetch(origin + pathname + search, { method: request.method, headers, body, redirect: "manual" });
  };
  return listen((request) => fault(request, () => real(request)));
}

/** Changes the answers at one path. */
export function atPath(path: string, change: (answer: Response, request: Request) => Promise<Response> | Response): Fault {
  return async (request, answer) => (new URL(request.url).pathname === path ? change(await answer(), request) : answer());
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
export type Loose = any;

export function rewritten(answer: Response, body: string, status = answer.status): Response {
  const headers = new Headers(answer.headers);
  headers.delete("content-length");
  const bodyless = status === 304 || status === 204 || body === "";
  return new Response(bodyless ? null : body, { status, headers });
}
