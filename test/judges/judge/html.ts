import { HtmlValidate } from "html-validate";

const validator = new HtmlValidate({
  root: true,
  extends: ["html-validate:document", "html-validate:recommended"],
  rules: {
    "void-style": "off", // HTML allows both; <br /> is how the Markdown renderer writes it
    "doctype-style": "off", // <!doctype html> is as good in either case
    "no-trailing-whitespace": "off", // an author's own, inside code
    "long-title": "off", // titles are the author's
    "attribute-boolean-style": "off", // disabled="" is the task lists' own spelling
    // A scrolling table is a region for its keyboard users; there is no native one.
    "prefer-native-element": "off",
    "require-sri": "off", // everything comes from the page's own origin
  },
});

/** What html-validate finds wrong with a document, a line each. */
export async function htmlComplaints(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line }) => `${ruleId}: ${message} (line ${line})`),
  );
}
