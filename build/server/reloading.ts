import { escape } from "../lib/html.ts";
import { readTemplate } from "../lib/text.ts";
import type { WebHandler } from "./node-http.ts";

/** The address that answers an open page once there is a change, and the script waiting there. */
const changePath = "/.open-house/change";
const scriptPath = "/.open-house/reload.js";
const reloadScript = `const wait = () =>
  fetch("${changePath}").then(() => location.reload(), () => setTimeout(wait, 200));
wait();
`;

/** Why the last build stopped, for people, and whether an earlier build is there. */
export interface Stopped {
  explanation: string;
  good: boolean;
}

/**
 * Makes pages reload themselves after a build, and answers with an error page instead if the last
 * build stopped. Only a browser's pages are touched: programs get the bytes that will be deployed.
 * @param stopped Returns why the last build stopped, or null if it succeeded.
 */
export function createReloading(site: WebHandler, stopped: () => Stopped | null) {
  let change = Promise.withResolvers<void>();
  return {
    async handler(request: Request): Promise<Response> {
      const { pathname } = new URL(request.url);
      if (pathname === changePath) return change.promise.then(() => new Response());
      if (pathname === scriptPath)
        return new Response(reloadScript, { headers: { "content-type": "text/javascript" } });
      if (request.method !== "GET" || !request.headers.get("accept")?.includes("text/html"))
        return site(request);
      const fault = stopped();
      // A browser may have a copy from another server at this port, without the script.
      const headers = new Headers(request.headers);
      headers.delete("if-none-match");
      const answer = await site(new Request(request.url, { headers }));
      const isPage = answer.headers.get("content-type")?.startsWith("text/html") ?? false;
      if (fault !== null && (isPage || answer.status === 404))
        return withReloadScript(errorPage(fault));
      return isPage ? withReloadScript(answer) : answer;
    },
    /** Makes every open page reload. */
    reload(): void {
      change.resolve();
      change = Promise.withResolvers();
    },
  };
}

const stoppedPage = readTemplate(import.meta.dirname, "stopped.html");

/** The page shown in place of all others while the content has faults; it reloads without them. */
function errorPage({ explanation, good }: Stopped): Response {
  const state = good ? "The last good site is untouched." : "There is nothing to show yet.";
  return new Response(stoppedPage({ explanation: escape(explanation), state }), {
    status: 500,
    headers: { "content-type": "text/html; charset=utf-8" },
  });
}

async function withReloadScript(answer: Response): Promise<Response> {
  const headers = new Headers(answer.headers);
  for (const name of ["content-length", "etag"]) headers.delete(name);
  headers.set("cache-control", "no-store");
  const element = `<script type="module" src="${scriptPath}"></script>`;
  const page = (await answer.text()).replace(/<\/head>|$/, (end) => element + end);
  return new Response(page, { status: answer.status, headers });
}
