import type { TObject } from "typebox";
import { bodyLimit, fieldLimits, notice, userAgentLimit } from "../../functions/guestbook/entry.ts";
import { type ProblemName, problems } from "../../functions/guestbook/http.ts";
import { idSource } from "../../functions/guestbook/keys.ts";
import { readTable } from "../lib/yaml.ts";
import { Type } from "./fields.ts";
import { type FieldTexts, readFields } from "./read-fields.ts";

/**
 * The rule for allowed characters in words; `functions/guestbook/entry.ts` has it as code. A
 * pattern in a published schema must mean the same in every regular expression engine (ECMAScript
 * with and without `u`, Python, RE2), which this rule cannot.
 */
const refused =
  "Refused everywhere: control characters other than line feed and tab, bidirectional embeddings and " +
  "overrides (U+202A to U+202E), tag characters (U+E0000 to U+E007F) outside flag emoji, and lone surrogates.";

/** The meaning of each problem, and advice. */
export const explanations = readTable<Readonly<Record<ProblemName, string>>>(
  import.meta.dirname,
  "problems.yaml",
  { bodyLimit },
);

interface SchemaText {
  title: string;
  description: string;
  fields: FieldTexts;
}

const texts = readTable<Record<"signature" | "entry" | "guestbook" | "problem", SchemaText>>(
  import.meta.dirname,
  "guestbook.yaml",
  {
    refused,
    notice,
    message_limit: fieldLimits.message,
    name_limit: fieldLimits.name,
    url_limit: fieldLimits.url,
    user_agent_limit: userAgentLimit,
    id_source: idSource,
    problem_title: problems["invalid-entry"].title,
    problem_status: problems["invalid-entry"].status,
    problem_detail: explanations["invalid-entry"],
  },
);

function schemaFrom({ title, description, fields }: SchemaText, entry?: TObject): TObject {
  return Type.Object(readFields(fields, entry && { entry }), { title, description });
}

/** The body of a request to sign the guestbook. */
export const Signature = schemaFrom(texts.signature);

/** One entry of the guestbook, as it is stored and read. */
export const Entry = schemaFrom(texts.entry);

/** The answer to `GET /api/guestbook`. */
export const Guestbook = schemaFrom(texts.guestbook, Entry);

/** An error of the guestbook. */
export const Problem = schemaFrom(texts.problem);
