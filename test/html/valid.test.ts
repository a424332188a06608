import { HtmlValidate } from "html-validate";
import { expect, test } from "vitest";
import { renderGone, renderNotFound } from "../../build/layouts/error-and-template-pages.ts";
import { renderPage } from "../../build/layouts/page.ts";
import { fixtureContext, fixturePages } from "./fixture.ts";

const validator = new HtmlValidate({
  extends: ["html-validate:document", "html-validate:recommended"],
  rules: {
    "void-style": "off",
    "doctype-style": "off",
    "no-trailing-whitespace": "off",
    "long-title": "off", // titles are the author's
    "attribute-boolean-style": "off", // the task lists' own spelling
    "prefer-native-element": "off", // a scrolling table is a region only for its keyboard users
    "require-sri": "off", // one origin only
  },
});

const model = fixtureContext(fixturePages());
const documents: [string, string][] = [
  ...model.pages.map((page): [string, string] => [page.path, renderPage(page, model)]),
  ["404", renderNotFound(model)],
  ["410", renderGone(model)],
];

test.each(documents)("%s is valid HTML", async (_, document) => {
  const report = await validator.validateString(document);
  expect(
    report.results.flatMap(({ messages }) =>
      messages.map(({ ruleId, message, line }) => `${line}: ${ruleId}: ${message}`),
    ),
  ).toEqual([]);
});
