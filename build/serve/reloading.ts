import { errorPage } from "./error-page.ts";
import type { WebHandler } from "./node-http.ts";

/** The client of Eleventy's dev server, which serves it at this address. */
const reloadScript = '<script type="module" src="/.11ty/reload-client.js"></script>';

/** What stopped the last build, for people, and whether there is a good site from before. */
export interface Stopped {
  explanation: string;
  good: boolean;
}

/**
 * Makes pages reload themselves after a build, and shows what stopped the last one instead of them.
 * Only pages that a browser opens are touched: programs get the bytes that will be deployed.
 * @param stopped Told while the content has faults, else null.
 */
export function reloading(handler: WebHandler, stopped: () => Stopped | null): WebHandler {
  return async function reload(request: Request): Promise<Response> {
    const isVisit = request.method === "GET" && (request.headers.get("accept") ?? "").includes("text/html");
    const isForm = request.method === "POST" && (request.headers.get("accept") ?? "").includes("text/html");
    if (!isVisit && !isForm) return handler(request);
    const fault = stopped();
    // A browser may hold a page from another server at this port, without the script: it must not be told that it is still good.
    const response = await handler(withoutHeader(request, "if-none-match"));
    const isPage = (response.headers.get("content-type") ?? "").startsWith("text/html");
    if (isVisit && fault !== null && (isPage || response.status === 404))
      return withScript(errorPage(fault.explanation, fault.good));
    return isPage ? withScript(response) : response;
  };
}

function withoutHeader(request: Request, name: string): Request {
  const headers = new Headers(request.headers);
  headers.delete(name);
  return new Request(request, { headers });
}

async function withScript(response: Response): Promise<Response> {
  const headers = new Headers(response.headers);
  for (const name of ["content-length", "etag"]) headers.delete(name);
  headers.set("cache-control", "no-store");
  const page = await response.text();
  const withIt = page.includes("</head>")
    ? page.replace("</head>", () => `${reloadScript}</head>`)
    : page + reloadScript;
  return new Response(withIt, { status: response.status, headers });
}
