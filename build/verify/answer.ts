import { isTooDeep } from "./json.ts";

/** An answer of the site, read to its end. */
export interface Answer {
  /** Root-relative address that was requested. */
  path: string;
  status: number;
  headers: Headers;
  bytes: Uint8Array;
}

/** Why there is no answer, in words for the report. */
export class NoAnswer extends Error {}

/** There is no answer because a limit of the whole run is reached. */
export class RunOver extends NoAnswer {}

/**
 * The JSON of an answer with status 200.
 * @throws NoAnswer naming the status or the media type of any other answer.
 */
export function jsonOf(answer: Answer): unknown {
  const { status, headers } = answer;
  if (status >= 300 && status < 400)
    throw new NoAnswer(`answers ${status} and leads to ${headers.get("location") ?? "nowhere"}, where JSON belongs`);
  if (status !== 200)
    throw new NoAnswer(`answers ${status} (${headers.get("content-type") ?? "no media type"}), where JSON belongs`);
  return parsed(answer);
}

/**
 * The JSON of an answer, whatever its status.
 * @throws NoAnswer naming what the body is instead.
 */
export function parsed({ headers, bytes }: Answer): unknown {
  const type = headers.get("content-type") ?? "no media type";
  const text = textOf(bytes);
  if (/^\s*</.test(text)) throw new NoAnswer(`answers HTML (${type}), where JSON belongs`);
  if (isTooDeep(text)) throw new NoAnswer("answers JSON that is nested too deeply to be read");
  try {
    return JSON.parse(text);
  } catch {
    throw new NoAnswer(`answers what is not JSON (${type})`);
  }
}

export function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** Whether a media type is JSON: one value, unlike JSON Lines. */
export function isJson(media_type: string): boolean {
  return /^application\/(json|[\w.-]+\+json)\s*(;|$)/i.test(media_type);
}
