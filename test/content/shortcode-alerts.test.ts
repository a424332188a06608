import { expect, test } from "vitest";
import { withAlerts } from "../../build/markdown/container-alerts.ts";
import { withShortcodeAlerts } from "../../build/markdown/shortcode-alerts.ts";

const read = (text: string) => withAlerts(withShortcodeAlerts(text.split("\n"))).join("\n");

test.each([
  ["{{% note %}}\nText.\n{{% /note %}}\n", "> [!note]\n> Text.\n\n"],
  ['{{< warning "Be careful" >}}\nText.\n{{< /warning >}}\n', "> [!warning] Be careful\n> Text.\n\n"],
  ['{{% alert title="Hot" color="warning" %}}\nText.\n{{% /alert %}}\n', "> [!warning] Hot\n> Text.\n\n"],
  ["{{< hint info >}}\nText.\n{{< /hint >}}\n", "> [!info]\n> Text.\n\n"],
  ['{{< callout type="tip" >}}\nText.\n{{< /callout >}}\n', "> [!tip]\n> Text.\n\n"],
  ["{{< notice >}}\nText.\n{{< /notice >}}\n", "> [!note]\n> Text.\n\n"],
  ["{{% note %}}\nA\n\n{{% tip %}}\nB\n{{% /tip %}}\n{{% /note %}}\n", "> [!note]\n> A\n>\n> > [!tip]\n> > B\n>\n\n"],
])("%s is an alert", (text, alert) => {
  expect(read(text)).toBe(alert);
});

test.each([
  "{{% note %}}\nwithout an end\n",
  "{{% /note %}}\n",
  "{{< figure src=x >}}\n{{< /figure >}}\n",
  "```\n{{% note %}}\n{{% /note %}}\n```\n",
  "{{% note %}} in a line {{% /note %}}\n",
  "{{% note %}}\n{{% /tip %}}\n",
])("%s stays", (text) => {
  expect(read(text)).toBe(text);
});
