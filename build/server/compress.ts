import { pipeline, Readable, type Transform } from "node:stream";
import type { ReadableStream as NodeStream } from "node:stream/web";
import { constants, createBrotliCompress, createGzip } from "node:zlib";
import type { WebHandler } from "./node-http.ts";

const compressible = /^(text\/|application\/(json|javascript|xml|jsonlines|[\w.-]+\+(json|xml))|image\/svg\+xml)/;

/** Answers of fewer bytes are not compressed: it saves too little. */
const smallest = 512;

/**
 * Compresses text answers for clients that accept it, as the host's edge does. Like the host it adds `-df` inside the
 * ETag of a compressed answer, so that code which compares ETags meets that here too.
 */
export function compressed(handler: WebHandler): WebHandler {
  return async function compress(request: Request): Promise<Response> {
    const response = await handler(request);
    if (!compressible.test(response.headers.get("content-type") ?? "") || response.headers.has("content-encoding"))
      return response;
    const headers = new Headers(response.headers);
    headers.append("vary", "Accept-Encoding");
    const encoding = acceptedEncoding(request.headers.get("accept-encoding") ?? "");
    const length = Number(headers.get("content-length") ?? Infinity);
    const hasBody = response.body !== null || request.method === "HEAD";
    if (encoding === null || length < smallest || !hasBody)
      return new Response(response.body, { status: response.status, headers });
    headers.set("content-encoding", encoding);
    headers.delete("content-length");
    const etag = headers.get("etag");
    if (etag !== null) headers.set("etag", etag.replace(/"$/, '-df"'));
    const body = response.body === null ? null : through(response.body, compressor(encoding));
    return new Response(body, { status: response.status, headers });
  };
}

function compressor(encoding: "br" | "gzip"): Transform {
  return encoding === "br"
    ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
    : createGzip({ level: 6 });
}

function through(body: Body, transform: Transform): Body {
  // An error ends both streams, and whoever reads the result gets it, so there is nothing to do here.
  pipeline(Readable.fromWeb(body as NodeStream), transform, () => {});
  return Readable.toWeb(transform) as Body;
}

type Body = NonNullable<Response["body"]>;

/** The best encoding a client accepts, or null. A weight of 0 means no (RFC 9110, section 12.5.3). */
export function acceptedEncoding(header: string): "br" | "gzip" | null {
  const accepted = new Map<string, boolean>();
  for (const part of header.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((piece) => piece.trim());
    accepted.set(name, !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)));
  }
  for (const encoding of ["br", "gzip"] as const)
    if (accepted.get(encoding) ?? accepted.get("*") ?? false) return encoding;
  return null;
}
