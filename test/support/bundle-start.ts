// Runs in a process of its own, with the path of a bundled guestbook as argument. Prints how long
// its import and its first answer take, how much of that is waiting for the store (in
// milliseconds), and the memory used (in bytes).
import { pathToFileURL } from "node:url";

const [entry = "", address = "/api/guestbook"] = process.argv.slice(2);
let waited = 0;
let waiting = 0;
const request = globalThis.fetch;
globalThis.fetch = async (...asked) => {
  const since = performance.now();
  waiting++;
  try {
    return await request(...asked);
  } finally {
    if (--waiting === 0) waited += performance.now() - since;
  }
};
const start = performance.now();
const { default: guestbook } = (await import(pathToFileURL(entry).href)) as {
  default: (request: Request, context: object) => Promise<Response>;
};
const imported = performance.now();
const response = await guestbook(new Request(`http://localhost${address}`), {
  deploy: { context: "dev" },
  waitUntil: () => {},
});
const body = await response.text();
const answered = performance.now();
const measured = {
  status: response.status,
  bytes: body.length,
  import: imported - start,
  answer: answered - imported,
  store: waited,
  memory: process.resourceUsage().maxRSS * 1024,
};
console.log(JSON.stringify(measured));
