import { html, trusted } from "../lib/html.ts";
import type { WebHandler } from "./node-http.ts";

const style = trusted(`
:root { color-scheme: light dark }
body { font: 1.0625rem/1.55 system-ui, sans-serif; max-width: 60rem; margin: 3rem auto; padding: 0 1.5rem }
pre {
  font: 0.9375rem/1.6 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere;
  border-inline-start: 4px solid #c8501e; padding: .25rem 1rem
}
`);

/**
 * The page an author sees in place of others while the content has faults. It reloads itself once they are corrected.
 * @param good Whether there is a good site from before.
 */
function errorPage(explanation: string, good: boolean): Response {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>The build has stopped</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>The build has stopped</h1>
<pre>${explanation}</pre>
<p>${good ? "The last good site is untouched." : "There is nothing to show yet."}
Save the corrected file, and this page turns back into the one you asked for.</p>
</main>
</body>
</html>
`;
  return new Response(page.toString(), {
    status: 500,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; script-src 'self'; connect-src 'self'",
      "cache-control": "no-store",
    },
  });
}

/** The client of Eleventy's dev server, which serves it at this address. */
const reloadScript = '<script type="module" src="/.11ty/reload-client.js"></script>';

/** Why the last build stopped, for people, and whether there is a good site from before. */
export interface Stopped {
  explanation: string;
  good: boolean;
}

/**
 * Makes pages reload themselves after a build, and answers with an error page instead if the last build stopped.
 * Only pages that a browser opens are touched: programs get the bytes that will be deployed.
 * @param stopped Returns why the last build stopped, or null if it succeeded.
 */
export function reloading(handler: WebHandler, stopped: () => Stopped | null): WebHandler {
  return async function reload(request: Request): Promise<Response> {
    const isVisit = request.method === "GET" && (request.headers.get("accept") ?? "").includes("text/html");
    const isForm = request.method === "POST" && (request.headers.get("accept") ?? "").includes("text/html");
    if (!isVisit && !isForm) return handler(request);
    const fault = stopped();
    // A browser may have cached a page of another server at this port, without the script: never answer it 304.
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
