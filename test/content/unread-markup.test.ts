import { expect, test } from "vitest";
import { read } from "./sample-page.ts";

test.each([
  ["{{<", "Text {{< figure >}} text."],
  ["{%", "Text {% include a %} text."],
  ["{{ }}", "Text {{ site.title }} text."],
  [":::", "::: tip\nText.\n:::"],
  ["!!!", '!!! note "Title"'],
  ["^id", "Text. ^abc123"],
  ["key::", "rating:: 5"],
])("%s stands as it was written, and the page is counted", (name, body) => {
  const { unread, faults, markdown } = read(body);
  expect([unread, faults, markdown]).toEqual([[name], [], body]);
});

test.each([
  "Write `{% comment %}` and `{{ x }}`.",
  "Write \\{% comment %} and \\{{ x }}.",
  "```\n{% comment %}\n```",
  "Text %% {% comment %} one {% endcomment %} %% text.",
])("nothing in code, behind a backslash or hidden counts: %j", (body) => {
  const { unread, faults } = read(body);
  expect([unread, faults]).toEqual([[], []]);
});
