import { readFileSync } from "node:fs";
import { didYouMean } from "../lib/did-you-mean.ts";
import type { OwnWords } from "../lib/phrases.ts";
import { lineAt } from "../lib/text.ts";
import { isMapping, readYaml } from "../lib/yaml.ts";
import { english, phrasesIn } from "../words/words.ts";
import type { Report } from "./diagnostics.ts";
import { readEscapes } from "./front-matter.ts";

/** Reads the words that an author sets, by language, place and name, and reports unknown ones. */
export function readOwnWords(absolute: string, report: Report): OwnWords {
  const file = "words.yaml";
  const text = readFileSync(absolute, "utf8").replace(/^\uFEFF/, "");
  const { value, error } = readYaml(text);
  if (error)
    report.fault({ file, line: error.line, problem: `is not valid YAML: ${error.reason}` });
  const expected = "the words of a language (BCP 47) by places and names of build/words/en.yaml";
  const languages = Object.entries(readEscapes(Object(value), file, report));
  const own = languages.map(([language, places]) => {
    const phrases = phrasesIn(places);
    for (const [name, phrase] of Object.entries(phrases)) {
      const problem = problemOf(language, name, phrase);
      const keys = [language, ...name.split(".")].filter((key) => key !== "");
      const at = keys.reduce((above, key) => Math.max(above, text.indexOf(`${key}:`, above)), 0);
      if (problem)
        report.fault({ file, line: lineAt(text, at), field: keys.join("."), problem, expected });
    }
    return [language.toLowerCase(), phrases];
  });
  return Object.fromEntries(own);
}

/** The plural categories of all languages. */
const forms = ["zero", "one", "two", "few", "many", "other"];

function problemOf(language: string, name: string, phrase: unknown): string | undefined {
  if (!/^[a-z]{2,3}(?:-|$)/i.test(language)) return "is in no language";
  const names = Object.keys(english.phrases);
  const meant = names.includes(name) ? name : didYouMean(name, names);
  if (meant !== name) return `is not known${meant ? `; did you mean \`${meant}\`?` : ""}`;
  const texts = isMapping(phrase) ? phrase : { other: phrase };
  const isText = (form: string) => forms.includes(form) && typeof texts[form] === "string";
  if (!["other", ...Object.keys(texts)].every(isText))
    return `is not text, or a text for \`other\` and some of ${forms.join(", ")}`;
  if (texts["other"] === "") return "is empty";
  const own = valuesIn(texts);
  const all = valuesIn(english.phrases[name]);
  const strange = own.difference(all).union(all.difference(own).difference(new Set(["count"])));
  if (strange.size === 0) return undefined;
  return `does not have the values of the English words: \`{${[...strange].join("}`, `{")}}\``;
}

/** The names in braces in a phrase, in all its forms. */
function valuesIn(phrase: unknown): Set<string> {
  return new Set(JSON.stringify(phrase).match(/(?<=\{)\w+(?=\})/g));
}
