// Addresses in links, as authors write them.

/** An address as an author wrote it, in parts. */
export interface AddressParts {
  path: string;
  /** With its `?`, or empty. */
  query: string;
  /** With its `#`, or empty. */
  hash: string;
}

/**
 * The ways to read an address: first as browsers do, then with `?` and `#` as parts of a file name, as authors may mean
 * it.
 */
export function readingsOf(href: string): AddressParts[] {
  const [, path = "", query = "", hash = ""] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(href) ?? [];
  if (path === "" || path === href) return [{ path, query, hash }];
  const asName = (text: string): string => text.replaceAll("?", "%3F").replaceAll("#", "%23");
  const last = href.lastIndexOf("#");
  return [
    { path, query, hash },
    ...(last > 0 ? [{ path: asName(href.slice(0, last)), query: "", hash: href.slice(last) }] : []),
    { path: asName(href), query: "", hash: "" },
  ];
}

/** An address without percent-encoding; unchanged where it cannot be decoded. */
export function readable(href: string): string {
  try {
    return decodeURI(href);
  } catch {
    return href;
  }
}

/** The beginning of an address, as a message shows it. */
export function shortened(href: string): string {
  return href.length > 120 ? `${href.slice(0, 119)}…` : href;
}
