import { Type, type Static } from "typebox";
import { fieldLimits } from "../../functions/guestbook/limits.ts";

/** Control characters but LF, TAB and CR, bidirectional embeddings and overrides, lone surrogates, as a regular expression's class. */
const unshowable = String.raw`\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\ud800-\udfff`;

/** Tag characters are shown in flags only: a black flag, three to six of them, and the end tag. */
const flag = String.raw`\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}`;
const showable = String.raw`^(?:${flag}|[^${unshowable}\u{e0000}-\u{e007f}])*$`;

/** Something that leaves ink. */
const ink = String.raw`[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Cs}\p{Cn}\u2800]`;

/** What a visitor sends to sign the guestbook. */
export const Signature = Type.Object(
  {
    message: Type.String({
      maxLength: fieldLimits.message,
      allOf: [{ pattern: showable }, { pattern: ink }],
      description: `What you want to say: at most ${fieldLimits.message} Unicode code points, with something visible among them.`,
    }),
    name: Type.Optional(
      Type.String({
        maxLength: fieldLimits.name,
        pattern: showable,
        description: "Your name, or what you want to be called.",
      }),
    ),
    url: Type.Optional(
      Type.String({
        maxLength: fieldLimits.url,
        pattern: showable,
        description:
          "An address of yours, or any other word. One that runs code (javascript, data, vbscript, blob) is refused.",
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
