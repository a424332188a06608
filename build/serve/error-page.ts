import { html, trusted } from "../html/html.ts";

const style = trusted(
  `:root{color-scheme:light dark}body{font:1.0625rem/1.55 system-ui,sans-serif;max-width:60rem;margin:3rem auto;padding:0 1.5rem}pre{font:0.9375rem/1.6 ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere;border-inline-start:4px solid #c8501e;padding:.25rem 1rem}`,
);

/** What the author sees in the browser instead of a page while the content has faults. It reloads by itself once they are mended. @param good Whether there is a good site from before. */
export function errorPage(explanation: string, good: boolean): Response {
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
<p>${good ? "The last good site is untouched." : "There is nothing to show yet."} Save the mended file, and this page turns back into the one you asked for.</p>
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
