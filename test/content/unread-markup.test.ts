import { expect, test } from "vitest";
import { read } from "./sample-page.ts";

test.each([
  ["{{<", "Text {{< figure >}} text."],
  ["{{%", "Text {{% note %}} text."],
  ["{%", "Text {% include a %} text."],
  ["{{ }}", "Text {{ site.title }} text."],
  [":::", "::: tip\nText.\n:::"],
  ["!!!", '!!! note "Title"'],
  ["???", '???+ note "Title"'],
  ["^id", "Text. ^abc123"],
  ["key::", "rating:: 5"],
])("%s stands as it was written, and its place is named", (name, body) => {
  const { warnings, faults, markdown } = read(`Text.\n\n${body}`);
  const warning = `\`${name}\` is not read here and shown as it is written: \`notes/one.md:3\`.`;
  expect([warnings, faults, markdown]).toEqual([[warning], [], `Text.\n\n${body}`]);
});

test.each([
  "Write `{% comment %}` and `{{ x }}`.",
  "Write \\{% comment %} and \\{{ x }}.",
  "```\n{% comment %}\n```",
  "Text %% {% comment %} one {% endcomment %} %% text.",
])("nothing in code, behind a backslash or hidden counts: %j", (body) => {
  const { warnings, faults } = read(body);
  expect([warnings, faults]).toEqual([[], []]);
});
