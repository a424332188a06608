import type { Report } from "./verify.ts";

/** The outcome in a sentence: how many checks hold, and whether the house stands where it says. */
export function summarize({
  url,
  base_url,
  checks,
  requests,
}: Pick<Report, "url" | "base_url" | "checks" | "requests">): string {
  const kept = checks.filter(({ holds }) => holds === true).length;
  const unfinished = checks.filter(({ holds }) => holds === null).length;
  return [
    `${kept} of ${checks.length} checks hold${unfinished > 0 ? `, ${unfinished} could not be finished` : ""}`,
    ...(isElsewhere(base_url, url) ? [`the house names itself ${base_url} instead of ${url}`] : []),
    `${requests} requests were made.`,
  ].join("; ");
}

/** Whether a house names another address than it was asked at. One machine has many names and ports for itself, so between those there is no difference. */
function isElsewhere(named: string, asked: string): boolean {
  return named !== asked && !(isLoopback(named) && isLoopback(asked));
}

function isLoopback(address: string): boolean {
  return /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(address).hostname);
}
