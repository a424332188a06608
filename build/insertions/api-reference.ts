import { isDeepStrictEqual } from "node:util";
import type { TSchema } from "typebox";
import { fieldLimits } from "../../functions/guestbook/entry.ts";
import { type ProblemName, problems } from "../../functions/guestbook/http.ts";
import { say } from "../lib/phrases.ts";
import { readTemplate } from "../lib/text.ts";
import { sayMarkdown, tagsOnly, withClass } from "../markdown/insertion-marks.ts";
import { escapeMarkdown } from "../markdown/plain-text.ts";
import type { Operation } from "../model/operations.ts";
import { type Document, ownSchema, type SiteOutline } from "../model/site-model.ts";
import { schemaPath } from "../schemas/fields.ts";
import { explanations, Problem } from "../schemas/guestbook.ts";
import { exampleOf, fieldsOf } from "../schemas/read-schema.ts";

/** For the guestbook's page: how programs read and sign it, in short. */
export function guestbookReference(model: SiteOutline): string {
  const { words, operations } = model;
  const sample = { message: say(words, "guestbook.sample"), name: say(words, "guestbook.someone") };
  const [read = "", sign = ""] = operations.map((operation) => commandOf(operation, model, sample));
  return sayMarkdown(words, "guestbook.programs", { ...fieldLimits, read, sign });
}

const reference = readTemplate(import.meta.dirname, "api-reference.md");

/**
 * The API for people, made from the catalogue, the operations and their schemas. Each endpoint is
 * folded in the HTML, with method, path and purpose in sight; the Markdown has plain headings,
 * tables and code.
 */
export function apiReference(model: SiteOutline): string {
  const { catalogue, operations } = model;
  const endpoints = catalogue.filter(({ group }) => group === "api");
  const formats = catalogue.filter(({ group }) => group === "format");
  const responses = operations.flatMap((operation) => operation.responses);
  const problem = responses.findLast(({ status }) => status === problems["invalid-entry"].status);
  return reference({
    endpoints: inParagraphs(endpoints.map((document) => endpoint(document, model))),
    operations: inParagraphs(operations.map((operation) => operationReference(operation, model))),
    // A problem's `type` is an address on this page, with its name as the fragment.
    problems: table(
      ["Kind", "Status", "What it means, and what to do"],
      Object.entries(problems).map(([name, { status, title }]) => {
        const target = tagsOnly(`<span id="${name}">`) + code(name) + tagsOnly("</span>");
        return [target, code(status), `${title}. ${explanations[name as ProblemName]}`];
      }),
    ),
    problem: folded({
      id: "problem",
      title: "An error",
      call: code(problem?.media_type),
      purpose: "What every error says, whatever its kind.",
    }),
    problem_fields: fieldTable(Problem),
    problem_example: exampleBlock(problem?.example),
    formats: table(
      ["Address", "What for", "Media type"],
      formats.map(({ path, purpose, media_type }) => {
        const address = path.includes("{") ? code(path) : `[${code(path)}](${path})`;
        return [address, purpose, code(media_type.split(";")[0])];
      }),
    ),
  }).trimEnd();
}

function endpoint(document: Document, model: SiteOutline): string {
  const { id, path, title, purpose } = document;
  const schema = ownSchema(document);
  const schemaLink = (text: string) => schema && `[${text}](${schemaPath(id)})`;
  const name = "files" in document ? document.exampleName?.(model) : "";
  return inParagraphs([
    folded({ id, title, call: `${code("GET")} ${code(path)}`, purpose }),
    "files" in document && `The names are ${document.named_in}.`,
    "files" in document
      ? schemaLink("Its JSON Schema")
      : [`[Open the answer](${path})`, schemaLink("its JSON Schema")].filter(Boolean).join(", or "),
    name !== undefined && block("bash", `curl ${model.base_url}${path.replace(/\{[^}]+\}/, name)}`),
    schema && fieldTable(schema),
    schema && exampleBlock(exampleOf(schema, model)),
  ]);
}

function operationReference(operation: Operation, model: SiteOutline): string {
  const { id, method, path, title, purpose, parameters = [], request, responses } = operation;
  const form = model.pages.find(({ type }) => type === "guestbook")?.path ?? path;
  const answer =
    operation.answer === null
      ? undefined
      : responses.find(({ schema, status }) => schema !== undefined && status < 300)?.schema;
  const inputs = parameters.map(({ name, in: where, schema, description }) => {
    return [code(name), `${(schema as { type: string }).type}, ${where}, optional`, description];
  });
  const ends = responses.map(({ status, description }) => [code(status), description]);
  const answers = responses.filter(({ example }) => example !== undefined).slice(0, 2);
  return inParagraphs([
    folded({ id, title, call: `${code(method)} ${code(path)}`, purpose }),
    method === "GET"
      ? `[Open the answer](${path})`
      : `Without any code: [the guestbook's form](${form})`,
    request && `**What you send**\n\n${fieldTable(request.schema)}`,
    inputs.length > 0 && `**What you may add**\n\n${table(["Field", "Type", "Meaning"], inputs)}`,
    answer && `**What you get**\n\n${fieldTable(answer)}`,
    `**How it can end**\n\n${table(["Status", "Meaning"], ends)}`,
    block("bash", commandOf(operation, model)),
    ...answers.map(({ status, example }) => `Answers ${code(status)}:\n\n${exampleBlock(example)}`),
  ]);
}

/** The beginning of a section that is folded in the HTML, with the parts that stay in sight. */
function folded({ id, title, call, purpose }: Record<"id" | "title" | "call" | "purpose", string>) {
  const heading = `### ${escapeMarkdown(title)} {#${id} .fold}`;
  return inParagraphs([heading, withClass("call", call), withClass("purpose", purpose)]);
}

function inParagraphs(parts: readonly (string | false | undefined)[]): string {
  return parts.filter((part) => typeof part === "string").join("\n\n");
}

const code = (text: string | number | undefined): string => `\`${text}\``;

/** A shell command that carries out an operation, perhaps with other fields than the example's. */
function commandOf({ path, request }: Operation, { base_url }: SiteOutline, sample?: object) {
  const url = base_url + path;
  if (!request) return `curl ${url}`;
  const sent = JSON.stringify({ ...Object(request.example), ...sample }, null, 2);
  const body = sent.replaceAll("\n", "\n  ").replaceAll("'", "'\\''");
  return `curl ${url} \\\n  -H 'Content-Type: ${request.media_type}' \\\n  -d '${body}'`;
}

function fieldTable(schema: TSchema): string {
  const rows = fieldsOf(schema).map(({ name, type, meaning }) => [code(name), type, meaning]);
  return table(["Field", "Type", "Meaning"], rows);
}

/**
 * A table in Markdown; `|` in its cells is escaped, in code as well (GitHub Flavored Markdown,
 * section 4.10).
 */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)].join("\n");
}

/** JSON with each short list or object on one line, and without repeated items. */
function exampleBlock(value: unknown): string {
  const isNew = (item: unknown, at: number, list: unknown[]) =>
    at === 0 || !isDeepStrictEqual(item, list[at - 1]);
  const json = JSON.stringify(
    value,
    (_, each: unknown) => (Array.isArray(each) ? each.filter(isNew) : each),
    2,
  );
  const inOneLine = (lines: string) => {
    const line = lines.replace(/\n\s*/g, " ");
    return line.length <= 90 ? line : lines;
  };
  return block("json", json.replace(/[[{]\n[^[\]{}]*[\]}]/g, inOneLine));
}

const block = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``;
