import type { TObject, TSchema } from "typebox";
import type { Context } from "../context.ts";
import type { Facts } from "../schemas/facts.ts";
import type { Content, Pieces } from "./content.ts";

/** What the digest of a written document is told by. */
export interface FileDigest {
  path: string;
  bytes: number;
  /** Lower-case hex SHA-256. */
  sha256: string;
}

/** A file to be written, its path root-relative and decoded. */
export interface OutputFile {
  path: string;
  content: Content;
  /** Hex SHA-256 of the content, where whoever made it knows it already. */
  sha256?: string;
  /** Size of the content in bytes, where it is known already. */
  bytes?: number;
}

/** A page that one of the author's own templates made. */
export interface TemplatePage {
  /** Root-relative, percent-encoded. */
  path: string;
}

/** What was made before a document. */
export interface Made {
  /** The documents rendered before this one. */
  written: readonly FileDigest[];
  /** Pages of the author's own templates; known to late documents only. */
  templates: readonly TemplatePage[];
}

/** What every published document says of itself; index.json, OpenAPI, the API page, headers and tests are derived from it. */
export interface DocumentFacts {
  /** Short name, unique: `site`, `corpus`, `llms`. */
  id: string;
  /** Root-relative address; a family's holds one `{name}`. */
  path: string;
  media_type: string;
  title: string;
  /** One sentence: what it is for. */
  purpose: string;
  /** `api`: an endpoint of the JSON API. `format`: a document in somebody's standard format (feed, sitemap, llms.txt, …). `plumbing`: read by the host, not published for visitors. */
  group: "api" | "format" | "plumbing";
  /** Whether a site with these facts has it at all; every site does where this is absent. */
  isPublished?(facts: Facts): boolean;
  /** `Cache-Control`, where it differs from the site-wide rule. */
  cache_control?: string;
  /** Whether it is rendered last, after the pages, because it tells of all that was made. */
  late?: boolean;
  /** An answer to show on the API page, where the real one cannot be shortened by its schema; `context` has a few pages of each kind. */
  excerpt?(context: Context): unknown;
}

/** One file in a fixed place. */
export interface TextDocument extends DocumentFacts {
  kind: "text";
  render(context: Context, made: Made): string | Pieces;
}

/** One JSON file. With a `schema`, its value is led by `$schema` and validated in the build. */
export interface JsonDocument extends DocumentFacts {
  kind: "json";
  /** Absent where the document follows somebody else's standard. */
  schema?: TObject;
  data(context: Context, made: Made): unknown;
  /** The value as the bytes of its JSON, where most of them are at hand already; they must be what `JSON.stringify` would give. */
  bytes?(value: unknown, context: Context): Pieces;
}

/** Several files of one kind, such as the schemas; `path` is their pattern. */
export interface DocumentFamily extends DocumentFacts {
  kind: "family";
  files(context: Context, made: Made): OutputFile[];
}

export type Document = TextDocument | JsonDocument | DocumentFamily;

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
  method: "GET" | "POST";
  path: string;
  title: string;
  purpose: string;
  media_type: string;
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
