import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readYaml } from "../../build/lib/yaml.ts";
import { seeded } from "./seeded.ts";

/** Where hostile HTML would have things come from. Nothing there exists, and nothing is asked. */
export const elsewhere = "https://elsewhere.example";

const read = readYaml(readFileSync(join(import.meta.dirname, "hostile-html.yaml"), "utf8"))
  .value as {
  dangers: string[];
  names: string;
  attributes: string;
  values: string[];
  marks: string[];
};

/** HTML that runs or loads something when a browser is given it as it is. */
export const { dangers } = read;

const { values, marks } = read;
const [names, attributes] = [read.names.split(" "), read.attributes.split(" ")];

/**
 * As many pieces of HTML and Markdown as wanted, made of what breaks programs that read HTML. The
 * same seed gives the same ones.
 */
export function hostileFragments(count: number, seed: number): string[] {
  const { below, pick } = seeded(seed);
  const value = (): string => {
    const text = pick(values);
    return pick([
      `="${text}"`,
      `='${text}'`,
      `=${text}`,
      ` = "${text}"`,
      `="${text}`,
      `='${text}`,
      "",
      `=\n"${text}"`,
    ]);
  };
  const open = (): string => {
    const list = Array.from(
      { length: below(4) },
      () => pick([" ", "/", "\t", "\n", "\f", "  "]) + pick(attributes) + value(),
    );
    return `<${pick(names)}${list.join("")}${pick([">", ">", ">", "/>", " >", "", "\n>"])}`;
  };
  const close = (): string =>
    `</${pick(names)}${pick([">", ">", " >", "/>", ' a=">', " onclick=ran()>", ""])}`;
  const piece = (): string =>
    pick([open, open, open, close, () => pick(marks), () => pick(marks)])();
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + below(7) }, piece).join(pick(["", "", " ", "\n"])),
  );
}
