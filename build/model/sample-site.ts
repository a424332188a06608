/** The name of the site that ships with the software. */
export const sampleName = "Open House";

/** The host of the sample's addresses, for web and mail. It is reserved for examples (RFC 2606). */
export const sampleHost = "openhouse.example";

/** Whether an address, of web or mail, is at the sample's host, where nothing answers. */
export function isSampleAddress(address: string): boolean {
  return (
    address
      .replace(/\/+$/, "")
      .replace(/^.*[@/]/, "")
      .replace(/:\d+$/, "") === sampleHost
  );
}
