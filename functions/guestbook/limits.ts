/**
 * How long the fields of an entry may be, in Unicode code points after line ends were unified (specification, section
 * 8). Schemas, form and texts read these, so they cannot drift.
 */
export const fieldLimits = { message: 500, name: 80, url: 200 } as const;

/** The User-Agent is cut here, in code points; it is never a reason to refuse. */
export const userAgentLimit = 300;

/**
 * The longest request body that is read, in bytes. A form's body is counted decoded, because its encoding triples most
 * of the world's scripts.
 */
export const bodyLimit = 16 * 1024;

/**
 * How long the fields of an entry in the owner's own export may be, in code points. Such an entry may have been
 * accepted under other bounds than today's, and is kept as it was; but no guestbook ever read a body with more than
 * this in it.
 */
export const importLimits = { message: bodyLimit, name: bodyLimit, url: bodyLimit } as const;

/** The longest answer with entries, in bytes; what does not fit is on the next page. */
export const answerLimit = 5_000_000;

/** The greatest `limit` that a query may name; the length of an answer ends it earlier. */
export const queryLimit = 999_999;

/** Entries on one page of `/guestbook/`. */
export const entriesPerPage = 50;
