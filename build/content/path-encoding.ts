// Paths of files as addresses, and addresses as people read them.

/** The address of a file that is copied as it is. */
export function assetPath(file: string): string {
  return `/${file
    .split("/")
    .map((part) =>
      encodeURIComponent(part).replace(
        /[()'!*]/g,
        (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
      ),
    )
    .join("/")}`;
}

/** A path without percent-encoding, in NFC; unchanged where it cannot be decoded. */
export function decodedPath(path: string): string {
  if (!/[%\u0080-\uFFFF]/.test(path)) return path;
  try {
    return decodeURIComponent(path).normalize("NFC");
  } catch {
    return path;
  }
}
