import { setTimeout as pause } from "node:timers/promises";

/** Between two tries, in milliseconds. */
const pauseBetween = 100;
const tries = 3;

/**
 * A `fetch` for the Blobs client, whose own patience (five retries, five seconds apart) would hang a request for 25 seconds.
 * It reads the whole body, tries again briefly on what may pass, and turns the final failure into a 400, because the client
 * neither retries that nor takes it for an empty answer, as it would a 404.
 * @param patience Milliseconds for all tries together.
 */
export function boundedFetch(patience: number): typeof fetch {
  return async function fetchBriefly(input, init) {
    const deadline = AbortSignal.timeout(patience);
    let failure = "no answer";
    for (let attempt = 1; attempt <= tries && !deadline.aborted; attempt++) {
      try {
        const response = await fetch(input, { ...init, signal: deadline });
        if (response.status !== 429 && response.status < 500) return await whole(response);
        failure = `status ${response.status}`;
        await response.body?.cancel();
      } catch (error) {
        failure = deadline.aborted
          ? `no answer within ${patience} ms`
          : error instanceof Error
            ? error.message
            : String(error);
      }
      if (attempt < tries && !deadline.aborted) await pause(pauseBetween);
    }
    return new Response(failure, { status: 400, headers: { "x-nf-error": failure.replace(/[^\x20-\x7e]+/g, " ") } });
  };
}

/** A response whose body has arrived, so that a connection lost halfway is a failed try and not the reader's surprise. */
async function whole(response: Response): Promise<Response> {
  const { status, headers } = response;
  const empty = status === 204 || status === 205 || status === 304;
  const body = await response.arrayBuffer();
  return new Response(empty ? null : body, { status, headers });
}
