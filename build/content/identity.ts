import { basename, dirname } from "node:path";
import type { Facts } from "../schemas/facts.ts";
import { isOrigin } from "./facts.ts";
import { placeholder } from "./make-page.ts";
import { hasGeneralName, type OtherConfig } from "./other-config.ts";
import type { SourcePage } from "./parse-page.ts";

/**
 * What a site is called whose folder has no facts: by the settings of another tool, else the title of its home page, or
 * else the name of the folder; where that is a general one such as `docs`, the name of the folder around it. Where
 * nothing is known for a description or a tagline, it is the name. The address is that of the settings, if it is an
 * origin.
 */
export function identityFrom(
  sourcePages: readonly SourcePage[],
  folder: string,
  config: OtherConfig | undefined,
  facts: Facts,
): Partial<Facts> {
  const name = basename(hasGeneralName(folder) ? dirname(folder) : folder);
  const words = (name || basename(folder)).replace(/[-_]+/g, " ").trim();
  const fallback = words === "" ? facts.name : words[0]?.toUpperCase() + words.slice(1);
  const { identity = {}, address } = config ?? {};
  const base_url = address !== undefined && isOrigin(address) ? address : facts.base_url;
  const home = sourcePages.find(({ path }) => path === "/");
  if (!home) return { name: fallback, tagline: fallback, description: fallback, base_url, ...identity };
  const context = { facts: { ...facts, name: fallback, tagline: fallback }, base_url, realm: null };
  const { title, description } = placeholder(home, context);
  const called = identity.name ?? title;
  const described = home.source === null ? called : description;
  return { name: called, tagline: identity.description ?? called, description: described, base_url, ...identity };
}
