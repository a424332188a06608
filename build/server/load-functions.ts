import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Config, Context } from "@netlify/functions";

/** A function and the addresses it answers. */
export interface MountedFunction {
  name: string;
  patterns: URLPattern[];
  run(request: Request, context: Context): Promise<Response> | Response;
}

/**
 * Imports the functions of a folder, found as the host finds them: `x.ts`, `x/x.ts` or `x/index.ts`. Each answers the
 * paths of its `config`.
 * @throws Error if one has no default export or no path.
 */
export async function loadFunctions(directory: string): Promise<MountedFunction[]> {
  if (!existsSync(directory)) return [];
  const entries = await readdir(directory, { withFileTypes: true });
  const files = entries
    .map((entry) => entryFile(directory, entry.name, entry.isDirectory()))
    .filter((file) => file !== null)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  return Promise.all(files.map(load));
}

function entryFile(directory: string, name: string, isFolder: boolean): { name: string; file: string } | null {
  if (!isFolder) return name.endsWith(".ts") ? { name: name.slice(0, -3), file: join(directory, name) } : null;
  const candidates = [join(directory, name, `${name}.ts`), join(directory, name, "index.ts")];
  const file = candidates.find((candidate) => existsSync(candidate));
  return file === undefined ? null : { name, file };
}

async function load({ name, file }: { name: string; file: string }): Promise<MountedFunction> {
  const module = (await import(pathToFileURL(resolve(file)).href)) as {
    default?: MountedFunction["run"];
    config?: Config;
  };
  const paths = [(module.config as { path?: string | string[] } | undefined)?.path ?? []].flat();
  if (typeof module.default !== "function" || paths.length === 0) {
    throw new Error(`${file}: a function needs a default export and \`config\` with its \`path\`.`);
  }
  return { name, patterns: paths.map((pathname) => new URLPattern({ pathname })), run: module.default };
}

/** The function that answers a path and the values of the pattern's parameters; null if none answers it. */
export function matchFunction(
  functions: readonly MountedFunction[],
  url: URL,
): { mounted: MountedFunction; params: Record<string, string> } | null {
  for (const mounted of functions) {
    for (const pattern of mounted.patterns) {
      const match = pattern.exec({ pathname: url.pathname });
      if (match === null) continue;
      const params = Object.entries(match.pathname.groups).filter(
        (group): group is [string, string] => group[1] !== undefined,
      );
      return { mounted, params: Object.fromEntries(params) };
    }
  }
  return null;
}

/** Tracks the work that functions do after their response, so that a server can wait for it before it stops. */
export interface Background {
  waitUntil(promise: Promise<unknown>): void;
  settled(): Promise<void>;
}

export function createBackground(log: (message: string) => void): Background {
  const running = new Set<Promise<unknown>>();
  return {
    waitUntil(promise) {
      const watched: Promise<unknown> = promise
        .catch((error: unknown) => log(`After an answer: ${String(error)}`))
        .finally(() => running.delete(watched));
      running.add(watched);
    },
    async settled() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}

/** The context that the host gives a function. The client's IP address is empty: nothing here may depend on it. */
export function localContext(url: URL, params: Record<string, string>, background: Background): Context {
  const unavailable = () => {
    throw new Error("This part of the function's context does not exist locally.");
  };
  return {
    account: { id: "local" },
    cookies: { get: unavailable, set: unavailable, delete: unavailable },
    deploy: { context: "dev", id: "local", published: false },
    geo: {},
    ip: "",
    json: (input: unknown) => Response.json(input),
    log: (...parts: unknown[]) => console.log(...parts),
    next: unavailable,
    params,
    rewrite: unavailable,
    requestId: randomUUID(),
    server: { region: "local" },
    site: { id: "open-house", name: "open-house", url: url.origin },
    url,
    waitUntil: background.waitUntil,
  };
}
