import { noLinks } from "../content/facts.ts";
import type { Page } from "../content/page.ts";
import { markdownOf } from "../content/twin.ts";
import { escapeMarkdown } from "../markdown/plain-text.ts";
import { renderMarkdown } from "../markdown/render.ts";
import { checkFor, type SitePromise } from "../model/promises.ts";
import { path, text, url } from "../schemas/fields.ts";
import { Type } from "../schemas/type.ts";
import { ownDocument } from "./api-document.ts";

const headerMap = (description: string) => Type.Record(Type.String(), Type.String(), { description });
const pieces = (description: string) => Type.Array(Type.String({ minLength: 1 }), { description });

const Expectation = Type.Object(
  {
    status: Type.Optional(Type.Integer({ minimum: 100, maximum: 599, description: "The status of the answer." })),
    header_absent: Type.Optional(pieces("Headers the answer must not carry.")),
    header_equals: Type.Optional(headerMap("Headers with their exact value.")),
    header_contains: Type.Optional(headerMap("Headers with text their value must contain, whatever the case.")),
    body_contains: Type.Optional(pieces("Text the body must contain.")),
    body_absent: Type.Optional(pieces("Text the body must not contain, whatever the case.")),
    same_body_as: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: "Number (from 0) of an earlier request of this check, whose answer had the same bytes.",
      }),
    ),
  },
  { description: "What must be true of the answer: all of it." },
);

const CheckRequest = Type.Object({
  method: text("HTTP method."),
  path: path("Root-relative address."),
  headers: Type.Optional(headerMap("Request headers.")),
  body: Type.Optional(text("Request body.")),
  times: Type.Optional(
    Type.Integer({ minimum: 1, description: "How often to ask in a row; once, where it is absent." }),
  ),
  writes: Type.Optional(Type.Boolean({ description: "True where the request leaves something behind." })),
  expect: Expectation,
});

export const manifest = ownDocument({
  id: "manifest",
  title: "Manifest",
  purpose: "The covenant and the seven promises, each with a way to test it.",
  fields: {
    covenant: Type.Object(
      {
        title: text("Title."),
        text: text("The covenant as plain text."),
        markdown: text("The same as Markdown."),
        url: url("The manifesto's page."),
      },
      { description: "What the site holds itself to, without the promises, which follow." },
    ),
    promises: Type.Array(
      Type.Object({
        number: Type.Integer({ minimum: 1, maximum: 7, description: "1 to 7." }),
        id: text("Short name."),
        title: text("The promise in a few words."),
        text: text("The promise in full."),
        check: Type.Object(
          {
            requests: Type.Array(CheckRequest, { description: "What to ask for, and what to expect of each answer." }),
            holds: text("What must hold, in a sentence."),
            command: text("A line to paste into a terminal; the comment at its end says what it prints."),
          },
          { description: "How anyone can test that it is kept." },
        ),
      }),
      { minItems: 7, maxItems: 7, description: "Exactly seven promises." },
    ),
  },
  data: ({ manifesto, promises, base_url, facts }) => ({
    covenant: covenantOf(manifesto, promises),
    promises: promises.map(({ number, id, title, text, check }) => {
      const { requests, holds, command } = checkFor(check, { ...facts, base_url });
      return { number, id, title, text, check: { requests, holds, command } };
    }),
  }),
});

/** The manifesto without the promises that were inserted into it: the sections under their headings. */
function covenantOf(manifesto: Page, promises: readonly SitePromise[]) {
  const headings = promises.map(({ number, title }) => `### ${number}. ${escapeMarkdown(title)}\n`);
  const sections = markdownOf(manifesto)
    .toString()
    .split(/^(?=#{1,3} )/m);
  const markdown = sections.filter((section) => !headings.some((heading) => section.startsWith(heading))).join("");
  const { text } = renderMarkdown(markdown, undefined, noLinks);
  return { title: manifesto.title, text, markdown, url: manifesto.url };
}
