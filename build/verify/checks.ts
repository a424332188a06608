import { agreement } from "./checks/agreement.ts";
import { digests } from "./checks/digests.ts";
import { documents, missing, pages, returning } from "./checks/documents.ts";
import { guestbook, guestbookRefusals } from "./checks/guestbook.ts";
import { index } from "./checks/index.ts";
import { links } from "./checks/links.ts";
import { manifest, promises } from "./checks/manifest.ts";
import { openapi } from "./checks/openapi.ts";
import { schemas } from "./checks/schemas.ts";
import { signing } from "./checks/signing.ts";
import type { Check } from "./finding.ts";

/** Every check, in the order of the report. Promises about every answer come last, when there are many to look at. */
export const checks: readonly Check[] = [
  index,
  documents,
  pages,
  missing,
  returning,
  schemas,
  agreement,
  digests,
  links,
  openapi,
  guestbook,
  guestbookRefusals,
  manifest,
  ...promises,
  signing,
];
