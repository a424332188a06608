import type { TextDocument } from "../model/site-model.ts";

const path = "/.well-known/security.txt";

/**
 * Where to report a security fault: RFC 9116. Published only if the facts name a contact. `Expires` is a date from the
 * facts and not of the build, so the same content gives the same bytes, and the contact of an abandoned site expires.
 */
export const security: TextDocument = {
  kind: "text",
  id: "security",
  path,
  media_type: "text/plain",
  title: "security.txt",
  purpose: "Where to report a security fault of this site, as RFC 9116 has it.",
  group: "format",
  isPublished: ({ security }) => security !== undefined,
  render({ facts: { security, language }, base_url }) {
    if (!security) throw new Error(`${path} is rendered only where the facts have \`security\`.`);
    const fields: [name: string, value: string][] = [
      ["Contact", security.contact],
      ["Expires", `${security.expires}T00:00:00Z`],
      ["Preferred-Languages", language],
      // Section 2.5.2: a web address must begin with https://, which the address of a local server does not.
      ...(base_url.startsWith("https://") ? [["Canonical", base_url + path] satisfies [string, string]] : []),
      ...(security.policy === undefined ? [] : [["Policy", security.policy] satisfies [string, string]]),
    ];
    return fields.map(([name, value]) => `${name}: ${value}\n`).join("");
  },
};
