import type { PublishOptions } from "../publish.ts";

/** What a build is told, shared between the commands and `.eleventy.ts` through the environment. */
export interface BuildOptions extends PublishOptions {
  drafts: boolean;
  lenient: boolean;
}

/** Where the author's content is, unless said otherwise. */
export const defaultInput = "site";

type Environment = Record<string, string | undefined>;

/** The options as environment variables; what is not set is emptied, so that nothing is inherited by accident. */
export function toEnvironment(options: BuildOptions): Record<string, string> {
  return {
    OPEN_HOUSE_INPUT: options.input,
    OPEN_HOUSE_BASE_URL: options.base_url ?? "",
    OPEN_HOUSE_DRAFTS: options.drafts ? "1" : "",
    OPEN_HOUSE_LENIENT: options.lenient ? "1" : "",
  };
}

/** The inverse of `toEnvironment`, with the base URL that Netlify names where it is the one building. */
export function fromEnvironment(environment: Environment): BuildOptions {
  return {
    input: environment.OPEN_HOUSE_INPUT || defaultInput,
    base_url: baseUrlFrom(environment),
    drafts: Boolean(environment.OPEN_HOUSE_DRAFTS),
    lenient: Boolean(environment.OPEN_HOUSE_LENIENT),
  };
}

/**
 * Where the build will be served, without a slash at the end: `OPEN_HOUSE_BASE_URL`, else what Netlify says of itself
 * (`URL` in production, `DEPLOY_PRIME_URL` elsewhere, both only where `NETLIFY` is set), else undefined, and the facts decide.
 */
export function baseUrlFrom(environment: Environment): string | undefined {
  const named = environment.OPEN_HOUSE_BASE_URL || (environment.NETLIFY ? netlifyUrl(environment) : undefined);
  return named ? named.replace(/\/+$/, "") : undefined;
}

function netlifyUrl(environment: Environment): string | undefined {
  return environment.CONTEXT === "production" ? environment.URL : environment.DEPLOY_PRIME_URL || environment.URL;
}
