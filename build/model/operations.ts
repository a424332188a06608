import type { TSchema } from "typebox";
import {
  entriesPerPage,
  notice,
  type Entry as StoredEntry,
  validate,
} from "../../functions/guestbook/entry.ts";
import {
  feedPath,
  type ProblemName,
  problems,
  removedDetail,
  toProblem,
} from "../../functions/guestbook/http.ts";
import { positionSource } from "../../functions/guestbook/keys.ts";
import { queryLimit, validateQuery } from "../../functions/guestbook/request.ts";
import { Type } from "../schemas/fields.ts";
import { Entry, Guestbook, Problem, Signature } from "../schemas/guestbook.ts";

/** One answer an operation can give. */
export interface OperationResponse {
  status: number;
  description: string;
  media_type?: string;
  schema?: TSchema;
  example?: unknown;
  headers?: Readonly<Record<string, string>>;
}

/** A method at an address that is answered by code rather than by a file. */
export interface Operation {
  id: string;
  /** Its name among functions, in OpenAPI. */
  operation_id: string;
  method: "GET" | "POST";
  path: string;
  title: string;
  purpose: string;
  media_type: string;
  /** The id of the published schema of the answer; null where it follows another standard. */
  answer: string | null;
  parameters?: readonly {
    name: string;
    in: "query" | "header";
    description: string;
    schema: TSchema;
    example?: string | number;
  }[];
  request?: { media_type: string; schema: TSchema; example: unknown };
  responses: readonly OperationResponse[];
}

const path = "/api/guestbook";
const problemType = "application/problem+json";

/** Describes the links that every answer carries. */
const describing =
  '`rel="service-desc"` leads to the OpenAPI description, `rel="describedby"` to the schema of the body.';

/**
 * The guestbook's operations with all their answers. OpenAPI, index.json, llms.txt and the API page
 * are made from this.
 */
export function guestbookOperations(base_url: string): readonly Operation[] {
  const signature = {
    message: "Came in, looked around, took a copy. Thank you.",
    name: "A passing reader",
    url: "https://example.org/",
  };
  const { name, message, url } = signature;
  const entry: StoredEntry = {
    id: "k5xwq3mtzc2yb7hd4jea",
    name,
    message,
    url,
    user_agent: "curl/8.14.1",
    ts: "2026-11-20T12:00:00.000Z",
  };
  const problem = (
    name: ProblemName,
    details: Partial<Parameters<typeof toProblem>[2]> = {},
    headers?: Record<string, string>,
  ): OperationResponse => ({
    status: problems[name].status,
    description: `${problems[name].title}. ${problems[name].explanation}`,
    media_type: problemType,
    schema: Problem,
    example: toProblem(name, base_url, { detail: problems[name].explanation, ...details }),
    ...(headers ? { headers } : {}),
  });
  const understood = validateQuery(new URLSearchParams("from=yesterday&limit=0"), queryLimit);
  const queryFaults = Array.isArray(understood) ? understood : [];
  const unavailable = problem(
    "store-unavailable",
    { retryAfter: 5 },
    { "Retry-After": "Seconds to wait." },
  );
  const notAllowed = problem(
    "method-not-allowed",
    {},
    { Allow: "The methods that are answered here." },
  );

  return [
    {
      id: "guestbook",
      operation_id: "read_guestbook",
      answer: "guestbook",
      method: "GET",
      path,
      title: "Read the guestbook",
      purpose:
        "Every entry, newest first, as strangers wrote them; when they are more than 1,000 or 5 MB, " +
        '`Link: rel="next"` leads on.',
      media_type: "application/json",
      parameters: [
        {
          name: "from",
          in: "query",
          description:
            "Where to begin: the place of an entry as `next` gives it. That entry and older ones are answered.",
          schema: Type.String({ pattern: `^${positionSource}$` }),
          example: "20261120T120000000Z-k5xwq3mtzc2yb7hd4jea",
        },
        {
          name: "limit",
          in: "query",
          description:
            "How many entries at most; no answer has more than 1,000. `next` has the same limit.",
          schema: Type.Integer({ minimum: 1, maximum: queryLimit }),
          example: 20,
        },
      ],
      responses: [
        {
          status: 200,
          description: "The entries.",
          media_type: "application/json",
          schema: Guestbook,
          example: { count: 1, entries: [entry], notice },
          headers: {
            ETag: "Send it back as If-None-Match.",
            Link: `${describing} \`rel="next"\` leads to older entries, where there are more.`,
          },
        },
        { status: 304, description: "Nothing changed since the answer whose ETag was sent." },
        problem("malformed-request", {
          detail: queryFaults.map(({ detail }) => detail).join(" "),
          faults: queryFaults,
        }),
        notAllowed,
        unavailable,
      ],
    },
    {
      id: "guestbook_sign",
      operation_id: "sign_guestbook",
      answer: "entry",
      method: "POST",
      path,
      title: "Sign the guestbook",
      purpose:
        "Leaves an entry. What you write is public and signed with your User-Agent; it is not part of the corpus, " +
        "nor under the site's training permission.",
      media_type: "application/json",
      parameters: [
        {
          name: "Idempotency-Key",
          in: "header",
          description:
            "The same key with the same body within a day is one entry, however often it arrives, so a retry is safe. " +
            "Requests at the same moment may be answered with another `ts` than the entry keeps, at midnight UTC with another `id`.",
          schema: Type.String(),
          example: "8f14e45f-ceea-467f-9575-0b6d3c2f0a11",
        },
      ],
      request: { media_type: "application/json", schema: Signature, example: signature },
      responses: [
        {
          status: 201,
          description: "The entry as it was stored.",
          media_type: "application/json",
          schema: Entry,
          example: entry,
          headers: { Location: "The entry's place on the guestbook's page.", Link: describing },
        },
        problem("invalid-entry", {
          faults: validate({ name: 7 }).faults ?? [],
        }),
        notAllowed,
        problem("entry-removed", { detail: removedDetail }),
        problem("too-large"),
        problem("unsupported-media-type", {}, { "Accept-Post": "The media type to send." }),
        unavailable,
      ],
    },
    {
      id: "guestbook_feed",
      operation_id: "follow_guestbook",
      answer: null,
      method: "GET",
      path: feedPath,
      title: "Follow the guestbook",
      purpose:
        `The newest ${entriesPerPage} entries as an Atom feed, so that a feed reader tells of new ones. ` +
        "They are quotations of strangers, as text.",
      media_type: "application/atom+xml",
      responses: [
        {
          status: 200,
          description: "The feed.",
          media_type: "application/atom+xml",
          schema: Type.String(),
          headers: { ETag: "Send it back as If-None-Match.", Link: describing },
        },
        { status: 304, description: "Nothing changed since the answer whose ETag was sent." },
        notAllowed,
        unavailable,
      ],
    },
  ];
}
