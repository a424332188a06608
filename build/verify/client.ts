import { type Answer, NoAnswer, RunOver } from "./answer.ts";

/** Limits of a run, so that no site can make it endless or exhaust the memory. */
export interface Limits {
  /** Milliseconds for one answer, its body included. */
  timeout: number;
  /** Bytes of one answer, after any compression was undone. */
  answer: number;
  /** Requests of the whole run. */
  requests: number;
  /** Bytes of the whole run. */
  bytes: number;
  /** Milliseconds of the whole run. */
  time: number;
  /** Milliseconds for one examination of a schema or a text. */
  examination: number;
}

export const defaultLimits: Limits = {
  timeout: 20_000,
  answer: 256 * 1024 ** 2,
  requests: 2_500,
  bytes: 1024 ** 3,
  time: 300_000,
  examination: 5_000,
};

/** A request as `fetch` takes it; GET by default. */
export interface RequestOptions {
  method?: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array<ArrayBuffer>;
}

/** What is kept of every answer of a run, for promises about all answers. */
type Seen = Omit<Answer, "bytes">;

export interface Client {
  /** Scheme, host and port, without a slash at the end. */
  origin: string;
  /**
   * Makes one request of the origin. Redirects are not followed, cookies are neither kept nor sent.
   * @param path Root-relative; an address of another origin is never requested.
   * @throws NoAnswer
   */
  ask(path: string, options?: RequestOptions): Promise<Answer>;
  /** Every answer of the run so far. */
  seen(): readonly Seen[];
  /** How many requests were made so far. */
  requests(): number;
}

/**
 * Creates a client for one origin.
 * @param limits Bounds of requests, bytes and time for the whole run.
 */
export function createClient(origin: string, limits: Limits = defaultLimits): Client {
  const used = { requests: 0, bytes: 0 };
  const seen: Seen[] = [];
  const deadline = AbortSignal.timeout(limits.time);

  return { origin, ask, seen: () => seen, requests: () => used.requests };

  async function ask(path: string, { method = "GET", headers = {}, body }: RequestOptions = {}): Promise<Answer> {
    const url = URL.canParse(path, origin) ? new URL(path, origin) : null;
    if (url?.origin !== origin || !path.startsWith("/"))
      throw new NoAnswer("leads to another origin, which is not asked");
    if (used.requests >= limits.requests)
      throw new RunOver(`the run has made ${limits.requests} requests, and makes no more`);
    used.requests++;
    const timeout = AbortSignal.timeout(limits.timeout);
    try {
      const response = await fetch(url, {
        method,
        headers: { "user-agent": "open-house-verify", ...headers },
        body: body ?? null,
        redirect: "manual",
        signal: AbortSignal.any([timeout, deadline]),
      });
      const head = { method, path, status: response.status, headers: response.headers };
      seen.push(head);
      return { ...head, bytes: await read(response) };
    } catch (error) {
      if (error instanceof NoAnswer) throw error;
      if (deadline.aborted) throw new RunOver(`the run has taken ${limits.time / 1000} s, and ends here`);
      if (timeout.aborted) throw new NoAnswer(`no whole answer within ${limits.timeout / 1000} s`);
      throw new NoAnswer(explainNetwork(error));
    }
  }

  async function read(response: Response): Promise<Uint8Array> {
    if (response.body === null) return new Uint8Array();
    const chunks: Uint8Array[] = [];
    let length = 0;
    // An error that leaves the loop cancels the stream.
    for await (const chunk of response.body) {
      length += chunk.byteLength;
      used.bytes += chunk.byteLength;
      if (length > limits.answer)
        throw new NoAnswer(`the answer is longer than ${megabytes(limits.answer)}, and was not read to its end`);
      if (used.bytes > limits.bytes)
        throw new RunOver(`the run has read ${megabytes(limits.bytes)}, and reads no more`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }
}

function megabytes(bytes: number): string {
  return `${Math.round((bytes / 1024 ** 2) * 10) / 10} MB`;
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing answers there: the connection is refused",
  ENOTFOUND: "there is no host of this name",
  EAI_AGAIN: "the name of the host cannot be looked up just now",
  ECONNRESET: "the connection was cut off",
  EPIPE: "the connection was cut off",
  EHOSTUNREACH: "the host cannot be reached",
  ENETUNREACH: "the network cannot be reached",
  ETIMEDOUT: "the connection timed out",
  UND_ERR_CONNECT_TIMEOUT: "the connection timed out",
  UND_ERR_HEADERS_TIMEOUT: "the answer did not begin in time",
  UND_ERR_BODY_TIMEOUT: "the answer stopped half-way",
  UND_ERR_HEADERS_OVERFLOW: "the headers of the answer are too large to be read",
  HPE_HEADER_OVERFLOW: "the headers of the answer are too large to be read",
  UND_ERR_SOCKET: "the connection was cut off",
  CERT_HAS_EXPIRED: "the certificate has expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "the certificate is self-signed",
  ERR_TLS_CERT_ALTNAME_INVALID: "the certificate is for another host",
  ERR_SSL_WRONG_VERSION_NUMBER: "what answers there does not speak TLS; try http://",
};

/** Why a request has no answer, in words. @param error Anything that `fetch` may throw. */
function explainNetwork(error: unknown): string {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    const { code } = at as NodeJS.ErrnoException;
    if (code !== undefined) return reasons[code] ?? `the connection failed (${code})`;
    if (at.message === "bad port") return "browsers and this program do not ask that port";
  }
  if (!(error instanceof Error)) return `the answer cannot be read (${String(error)})`;
  const { message } = error.cause instanceof Error ? error.cause : error;
  return `the answer cannot be read (${message})`;
}
