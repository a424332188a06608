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

/** What went wrong on the way to an answer, in words. Takes whatever `fetch` threw. */
export function explainNetwork(error: unknown): string {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    const { code } = at as NodeJS.ErrnoException;
    if (code !== undefined) return reasons[code] ?? `the connection failed (${code})`;
    if (at.message === "bad port") return "browsers and this program do not ask that port";
  }
  const cause =
    error instanceof Error && error.cause instanceof Error
      ? error.cause.message
      : error instanceof Error
        ? error.message
        : String(error);
  return `the answer cannot be read (${cause})`;
}
