import { Type, type Static } from "typebox";
import { fieldLimits } from "../../functions/guestbook/limits.ts";

/**
 * The rule of characters in words. Patterns in a published schema must mean the same in every engine (ECMAScript with and without
 * `u`, Python, RE2), and none of them can say this rule so; the server holds it, in `functions/guestbook/text.ts`.
 */
const refused =
  "Refused, wherever it stands: control characters other than line feed and tab, bidirectional embeddings and overrides (U+202A to U+202E), " +
  "tag characters (U+E0000 to U+E007F) outside flag emoji, and lone surrogates.";

/** What a visitor sends to sign the guestbook. */
export const Signature = Type.Object(
  {
    message: Type.String({
      maxLength: fieldLimits.message,
      pattern: "\\S",
      description:
        `What you want to say: at most ${fieldLimits.message} Unicode code points, with something visible among them; ` +
        `white space and characters that leave no ink are not enough. ${refused}`,
    }),
    name: Type.Optional(
      Type.String({
        maxLength: fieldLimits.name,
        description: `Your name, or what you want to be called: at most ${fieldLimits.name} Unicode code points. ${refused}`,
      }),
    ),
    url: Type.Optional(
      Type.String({
        maxLength: fieldLimits.url,
        description:
          `An address of yours, or any other word: at most ${fieldLimits.url} Unicode code points. ` +
          `One that runs code (javascript, data, vbscript, blob) is refused. ${refused}`,
      }),
    ),
  },
  {
    title: "Guestbook signature",
    description:
      "What you send to sign the guestbook. It becomes public at once, signed with your User-Agent. It is not part of the corpus, nor under the site's training permission. " +
      "Line ends become LF and surrounding white space goes; nothing else is altered. Unknown fields are ignored.",
  },
);
export type Signature = Static<typeof Signature>;
