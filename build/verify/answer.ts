/** An answer of the site, read to its end. */
export interface Answer {
  method: string;
  /** The requested root-relative address. */
  path: string;
  status: number;
  headers: Headers;
  bytes: Uint8Array;
}

/** Why there is no readable answer, in words for the report. */
export class NoAnswer extends Error {}

/** The body as text, read as UTF-8. */
export function textOf({ bytes }: Answer): string {
  return new TextDecoder().decode(bytes);
}

/** The media type in lower case, without parameters; empty if there is none. */
export function mediaTypeOf({ headers }: Answer): string {
  const [type = ""] = (headers.get("content-type") ?? "").split(";");
  return type.trim().toLowerCase();
}

/** The JSON of an answer with this status. @throws NoAnswer describing any other answer */
export function jsonOf(answer: Answer, status = 200): unknown {
  const what = `answers ${answer.status} (${answer.headers.get("content-type") ?? "no media type"})`;
  if (answer.status !== status) throw new NoAnswer(`${what}; ${status} with JSON was expected`);
  return parseJson(textOf(answer), `${what} with what is not JSON`);
}

/** The value of JSON. @throws NoAnswer with the message `otherwise` */
export function parseJson(json: string, otherwise: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new NoAnswer(otherwise);
  }
}

/** Whether a media type is JSON: one value, unlike JSON Lines. */
export function isJson(media_type: string): boolean {
  return /^application\/(json|[\w.-]+\+json)\s*(;|$)/i.test(media_type);
}
