import type { TSchema } from "typebox";
import {
  checkSignature,
  entriesPerPage,
  type Entry as StoredEntry,
  sentence,
} from "../../functions/guestbook/entry.ts";
import {
  guestbookFeed,
  type ProblemName,
  problems,
  toProblem,
} from "../../functions/guestbook/http.ts";
import { positionSource } from "../../functions/guestbook/keys.ts";
import { queryFaults, queryLimit } from "../../functions/guestbook/request.ts";
import { readTable } from "../lib/yaml.ts";
import { Type } from "../schemas/fields.ts";
import { Entry, explanations, Guestbook, Problem, Signature } from "../schemas/guestbook.ts";
import { exampleOf } from "../schemas/read-schema.ts";

/** One answer an operation can give. */
export interface OperationResponse {
  status: number;
  description: string;
  media_type?: string;
  schema?: TSchema;
  example?: unknown;
  headers?: Readonly<Record<string, string>>;
}

/** A method at an address, answered by code rather than by a file. */
export interface Operation {
  id: string;
  /** Its `operationId` in OpenAPI, which clients use as the name of a function. */
  operation_id: string;
  method: "GET" | "POST";
  path: string;
  title: string;
  purpose: string;
  media_type: string;
  /** The id of the answer's published schema; null if a standard such as Atom defines it. */
  answer: string | null;
  parameters?: readonly {
    name: string;
    in: "query" | "header";
    description: string;
    schema: TSchema;
    example: string | number;
  }[];
  request?: { media_type: string; schema: TSchema; example: unknown };
  responses: readonly OperationResponse[];
}

/** An operation as in operations.yaml; a test compares the file with this type. */
interface OperationTexts extends Omit<Operation, "request" | "responses"> {
  id: "guestbook" | "guestbook_sign" | "guestbook_feed";
  responses: readonly (
    | Pick<OperationResponse, "status" | "description" | "headers">
    | { problem: ProblemName; headers?: OperationResponse["headers"] }
  )[];
}

/** Describes the `Link` header of JSON answers. */
const describing =
  '`rel="service-desc"` leads to the OpenAPI description, `rel="describedby"` to the schema of the body.';

/** The operations without the schemas, examples and problems that code adds. */
export const operationTexts = readTable<readonly OperationTexts[]>(
  import.meta.dirname,
  "operations.yaml",
  { describing, entriesPerPage, guestbookFeed, positionSource, queryLimit },
);

/** The guestbook's operations in full, for OpenAPI, index.json, llms.txt and the API page. */
export function guestbookOperations(base_url: string): readonly Operation[] {
  const entry = exampleOf(Entry, { base_url }) as StoredEntry;
  const { message, name, url } = entry;
  const signature = { message, name, url };
  const faults = queryFaults(new URLSearchParams("from=yesterday&limit=0"));
  const details: Partial<Record<ProblemName, Partial<Parameters<typeof toProblem>[2]>>> = {
    "malformed-request": { detail: faults.map(({ detail }) => detail).join(" "), faults },
    "invalid-entry": { faults: checkSignature({ name: 7 }).faults ?? [] },
    "entry-removed": sentence("removed"),
    "store-unavailable": { retryAfter: 5 },
  };
  const problem = (name: ProblemName): OperationResponse => ({
    status: problems[name].status,
    description: `${problems[name].title}. ${explanations[name]}`,
    media_type: "application/problem+json",
    schema: Problem,
    example: toProblem(name, base_url, { detail: explanations[name], ...details[name] }),
  });
  const answers = {
    guestbook: { schema: Guestbook, example: exampleOf(Guestbook, { base_url }) },
    guestbook_sign: { schema: Entry, example: entry },
    guestbook_feed: { schema: Type.String() },
  };
  const request = { media_type: "application/json", schema: Signature, example: signature };

  return operationTexts.map(({ responses, ...operation }) => ({
    ...operation,
    request: operation.method === "POST" ? request : undefined,
    responses: responses.map((response): OperationResponse => {
      if ("problem" in response) return { ...problem(response.problem), headers: response.headers };
      if (response.status === 304) return response;
      return { ...response, media_type: operation.media_type, ...answers[operation.id] };
    }),
  }));
}
