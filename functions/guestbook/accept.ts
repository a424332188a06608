import type { Entry, Signature } from "./entry.ts";
import { EntryRemovedError, type StoreError } from "./errors.ts";
import { sign } from "./sign.ts";
import { orStoreError, type Visit } from "./visit.ts";

/** Signs with what a visit sent; what keeps the entry from being stored is a value. */
export async function accept(
  { request, open, clock }: Visit,
  signature: Signature,
): Promise<Entry | StoreError | EntryRemovedError> {
  const { headers } = request;
  return orStoreError(async () => {
    try {
      return await sign(open(), {
        signature,
        userAgent: headers.get("user-agent"),
        idempotencyKey: headers.get("idempotency-key"),
        clock,
      });
    } catch (error) {
      if (error instanceof EntryRemovedError) return error;
      throw error;
    }
  });
}

/** What is said to a retry of an entry that is gone; its text is not repeated. */
export const removedDetail =
  "This entry was removed by the owner, and nothing was stored; send it with another Idempotency-Key to sign again.";
