import type { Page } from "../content/page.ts";
import { markdownOf } from "../content/twin.ts";
import { escapeMarkdown } from "../markdown/plain-text.ts";
import { Check, checkFor, type SitePromise } from "../model/promises.ts";
import { Type, text, url } from "../schemas/fields.ts";
import { object, ownDocument } from "./api-document.ts";

/** The fields of a promise in short. */
export const promiseFields = {
  number: Type.Integer({ minimum: 1, maximum: 7, description: "1 to 7.", examples: [1] }),
  id: text("Short name.", "no-identity"),
  title: text("The promise in a few words.", "No account"),
};

export const manifest = ownDocument({
  id: "manifest",
  title: "Manifest",
  purpose: "The covenant and the seven promises, each with a way to test it.",
  fields: {
    covenant: object("What the site holds itself to, without the promises, which follow.", {
      title: text("Title.", "Manifesto"),
      text: text("The covenant as plain text.", "This house is open."),
      markdown: text("The same as Markdown.", "# Manifesto\n\nThis house is open.\n"),
      url: url("The manifesto's page.", "/manifesto/"),
    }),
    promises: Type.Array(
      Type.Object({
        ...promiseFields,
        text: text("The promise in full.", "Nobody is asked who they are."),
        check: Check,
      }),
      { minItems: 7, maxItems: 7, description: "Exactly seven promises." },
    ),
  },
  data: ({ manifesto, promises, base_url, facts }) => ({
    covenant: covenantOf(manifesto, promises),
    promises: promises.map((promise) => ({
      ...promise,
      check: checkFor(promise.check, { ...facts, base_url }),
    })),
  }),
});

/**
 * The manifesto without the promises that were inserted into it: the sections under their headings.
 */
function covenantOf(manifesto: Page, promises: readonly SitePromise[]) {
  const titles = promises.map(({ number, title }) => `${number}. ${title}`);
  const headings = titles.map((title) => `### ${escapeMarkdown(title)}\n`);
  const markdown = markdownOf(manifesto)
    .toString()
    .split(/^(?=#{1,3} )/m)
    .filter((section) => !headings.some((heading) => section.startsWith(heading)))
    .join("");
  const text = textSections(manifesto)
    .filter((section) => !titles.some((title) => section.startsWith(`${title}\n`)))
    .join("\n\n");
  return { title: manifesto.title, text, markdown, url: manifesto.url };
}

/** A page's plain text in parts, each of which begins with a heading of level three or higher. */
function textSections({ text, headings }: Page): string[] {
  const starts = [0];
  for (const heading of headings.filter(({ level }) => level <= 3)) {
    const before = `\n\n${text}`.indexOf(`\n\n${heading.text}\n\n`, starts.at(-1));
    if (before > 0) starts.push(before);
  }
  return starts.map((start, index) => text.slice(start, starts[index + 1]).trimEnd());
}
