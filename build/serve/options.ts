/** Where the author's content is, unless said otherwise. */
export const defaultInput = "site";

type Environment = Record<string, string | undefined>;

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
