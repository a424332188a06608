import { startServer } from "../server/loopback-only.ts";
import { type Answer, NoAnswer } from "./answer.ts";

/** Limits of a run, so that no site can make it endless or exhaust the memory, or is burdened. */
const defaultLimits = {
  /** Milliseconds for one answer, its body included. */
  timeout: 20_000,
  /** Bytes of one answer, after decompression. */
  answer: 256 * 1024 ** 2,
  /** Requests of the whole run. */
  requests: 2_500,
  /** Milliseconds of the whole run. */
  time: 300_000,
  /** Entries of the index that are checked, and addresses that are followed. */
  addresses: 600,
  /** The most pages, files of a family, and parts of the guestbook's list that are read. */
  sample: 100,
  /** Milliseconds between two reads while waiting for an entry that a cache may hide. */
  wait: 2_000,
};

export type Limits = typeof defaultLimits;

/** A request as `fetch` takes it; GET by default. */
export type RequestOptions = Pick<RequestInit, "method" | "body"> & {
  headers?: Readonly<Record<string, string>>;
};

export type Client = ReturnType<typeof createClient>;

/**
 * The answer at the end of redirects, or a redirect that leads to another site or is one too many.
 * @param linked Gives the path on the site to which an address leads from a path; null if it leads
 * elsewhere.
 * @throws NoAnswer
 */
export async function follow(
  ask: (path: string) => Promise<Answer>,
  linked: (address: string, from: string) => string | null,
  path: string,
  redirects = 5,
): Promise<Answer> {
  const answer = await ask(path);
  const location = answer.status >= 300 && answer.status < 400 && answer.headers.get("location");
  const next = location && redirects > 0 ? linked(location, path) : null;
  return next === null ? answer : follow(ask, linked, next.split("#")[0] as string, redirects - 1);
}

/**
 * Creates a client for one origin.
 * @param origin Scheme, host and port, without a slash at the end.
 */
export function createClient(origin: string, changed: Partial<Limits> = {}) {
  const limits = { ...defaultLimits, ...changed };
  let requests = 0;
  /** Every answer of the run so far, without its body. */
  const seen: Omit<Answer, "bytes">[] = [];
  const deadline = AbortSignal.timeout(limits.time);
  return { origin, limits, ask, seen, requests: () => requests };

  /**
   * Makes one request to the origin. Redirects are not followed, cookies are neither kept nor sent.
   * A GET whose connection is closed is made once more.
   * @param path Root-relative; an address of another origin is never requested.
   * @throws NoAnswer
   */
  async function ask(
    path: string,
    { method = "GET", ...options }: RequestOptions = {},
    isRepeated = false,
  ): Promise<Answer> {
    const url = URL.parse(path, origin);
    if (url?.origin !== origin || !path.startsWith("/"))
      throw new NoAnswer("leads to another origin, which is not asked");
    if (requests >= limits.requests)
      throw new NoAnswer(`the run has made ${limits.requests} requests, and makes no more`);
    requests++;
    const signal = AbortSignal.any([AbortSignal.timeout(limits.timeout), deadline]);
    try {
      const response = await fetch(url, {
        ...options,
        method,
        headers: { "user-agent": "open-house-verify", ...options.headers },
        redirect: "manual",
        signal,
      });
      const { status, headers } = response;
      if (headers.get("server") === startServer)
        throw new NoAnswer(
          "this is `npm start`, which shows drafts and keeps them on this computer. " +
            "What is checked is what is deployed, or `npm run preview`",
        );
      seen.push({ method, path, status, headers });
      return { method, path, status, headers, bytes: await read(response) };
    } catch (error) {
      if (error instanceof NoAnswer) throw error;
      if (signal.aborted) throw new NoAnswer("no whole answer came in time");
      // Errors of `fetch` have the reason as their cause; for a name with several addresses that
      // has only a code.
      const { code = "", message } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
      // A server may close a connection that it kept open just when the next request is sent.
      const isClosed = /^(ECONNRESET|UND_ERR_SOCKET)$/.test(code);
      if (isClosed && method === "GET" && !isRepeated) return ask(path, options, true);
      throw new NoAnswer(`the connection failed (${message || code})`);
    }
  }

  async function read({ body }: Response): Promise<Uint8Array> {
    const chunks: Uint8Array[] = [];
    let length = 0;
    // An error that leaves the loop also cancels the stream.
    for await (const chunk of body ?? []) {
      length += chunk.byteLength;
      if (length > limits.answer)
        throw new NoAnswer(`the answer is longer than ${limits.answer} bytes`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }
}
