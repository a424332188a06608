import { Type, type Static } from "typebox";
import { Entry } from "./entry.ts";

/** The answer to `GET /api/guestbook`. */
export const Guestbook = Type.Object(
  {
    count: Type.Integer({ minimum: 0, description: "All entries, those on further pages too." }),
    notice: Type.String({
      minLength: 1,
      description: "What every reader of the entries must know: strangers wrote them, and what they are not part of.",
    }),
    next: Type.Optional(
      Type.String({
        format: "uri",
        description: 'Where to read on; absent on the last page. The same as the `Link` header with `rel="next"`.',
      }),
    ),
    entries: Type.Array(Entry, { description: "Newest first." }),
  },
  { title: "Guestbook", description: "The entries of the guestbook, newest first, as many as fit into 5 MB." },
);
export type Guestbook = Static<typeof Guestbook>;
