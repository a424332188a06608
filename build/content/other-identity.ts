import { isMapping, textsIn, yesOrNo } from "../lib/yaml.ts";
import { Facts } from "../schemas/facts.ts";

// What the settings of other tools say of a site as a whole. Keys are in lower case, without underscores.

type Identity = Partial<Pick<Facts, "name" | "tagline" | "description" | "language">>;

/** What a site is called and described as, and its language if that is one. */
export function identityIn(settings: ReadonlyMap<string, unknown>): Identity {
  const within = (table: string, key: string): unknown => {
    const found = settings.get(table);
    return isMapping(found) ? found[key] : undefined;
  };
  const first = (...keys: readonly string[]) => firstText(...keys.map((key) => settings.get(key)));
  const language = firstText(
    first("languagecode", "defaultcontentlanguage", "lang", "defaultlanguage", "language"),
    within("theme", "language"),
  )?.replaceAll("_", "-");
  const texts = {
    name: first("title", "sitename"),
    tagline: first("tagline", "subtitle"),
    description: firstText(first("description", "sitedescription"), within("params", "description")),
    language: languageTag.test(language ?? "") ? language : undefined,
  };
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined));
}

/**
 * The address of a site: an origin, or an address with a path, without a slash at its end. Undefined where there is
 * none, or one that tools write into new settings, which nobody has.
 */
export function addressIn(settings: ReadonlyMap<string, unknown>): string | undefined {
  const base = firstText(settings.get("baseurl")) ?? "";
  const url = firstText(settings.get("siteurl"), settings.get("url"));
  const address = url === undefined ? base : url.replace(/\/+$/, "") + (/^https?:/.test(base) ? "" : base);
  if (!/^https?:/.test(address) || !URL.canParse(address)) return undefined;
  const isSample = /^((www\.)?(example|your-?(site|domain))\.(com|org|net)|localhost|127\..*|0\.0\.0\.0)$/;
  return isSample.test(new URL(address).hostname) ? undefined : address.replace(/\/+$/, "");
}

/**
 * The languages of a site: those of Hugo, Zola and plugins of Jekyll; for MkDocs those of the plugin i18n and of its
 * alternatives.
 */
export function languagesIn(settings: ReadonlyMap<string, unknown>): string[] {
  const languages = settings.get("languages");
  const extra = settings.get("extra");
  const alternate = isMapping(extra) ? [extra["alternate"]].flat() : [];
  const found = [...[languages].flat(), ...languagesOfPlugin(settings), ...alternate].flatMap((each) => {
    if (!isMapping(each)) return textsIn(each);
    const named = textsIn([each["locale"], each["lang"]]);
    return named.length > 0 ? named : Object.keys(each);
  });
  return found.filter((each) => languageTag.test(each));
}

/** The options of the plugin i18n of MkDocs. */
function i18nPlugins(settings: ReadonlyMap<string, unknown>): Record<string, unknown>[] {
  const plugins = [settings.get("plugins")].flat().map((each) => (isMapping(each) ? each["i18n"] : undefined));
  return plugins.filter(isMapping);
}

function languagesOfPlugin(settings: ReadonlyMap<string, unknown>): unknown[] {
  return i18nPlugins(settings).flatMap((each) => [each["languages"]].flat());
}

/** The main language of Hugo and Zola, for which they take English where the settings name none, or of that plugin. */
export function mainLanguageIn(settings: ReadonlyMap<string, unknown>): string {
  const main = languagesOfPlugin(settings).find((each) => isMapping(each) && yesOrNo(each["default"]) === true);
  const named = [settings.get("defaultcontentlanguage"), settings.get("defaultlanguage")];
  return firstText(...named, isMapping(main) ? main["locale"] : undefined) ?? "en";
}

/** Whether Hugo's `contentDir` of the main language ends with its name, or that plugin has a folder for each. */
export function mainHasFolder(settings: ReadonlyMap<string, unknown>): boolean {
  const main = mainLanguageIn(settings);
  const languages = settings.get("languages");
  const options = isMapping(languages) ? languages[main] : undefined;
  const directory = isMapping(options) ? textsIn(options["contentDir"] ?? options["contentdir"])[0] : undefined;
  return (
    directory?.endsWith(`/${main}`) === true ||
    i18nPlugins(settings).some((each) => each["docs_structure"] === "folder")
  );
}

const languageTag = new RegExp((Facts.properties.language as { pattern?: string }).pattern ?? "");

/** The first of some values that is text with something in it, with single spaces. */
function firstText(...values: readonly unknown[]): string | undefined {
  const found = values.find((value) => typeof value === "string" && value.trim() !== "");
  return (found as string | undefined)?.replace(/\s+/g, " ").trim();
}
