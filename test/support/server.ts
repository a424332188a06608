import { join } from "node:path";
import { startPreview } from "../../build/server/preview.ts";
import { sampleContent } from "../build/site.ts";
import { temporaryFolder } from "./temporary.ts";

export interface TestServer extends Awaited<ReturnType<typeof startPreview>> {
  /** Where the guestbook's entries are kept. */
  data: string;
}

/**
 * Builds a site and serves it as deployed, on a free loopback port, with an empty guestbook of its
 * own. One at a time in a test file: the function finds its store and its page through the
 * process's environment.
 * @param input The content folder; the tests' own unless said otherwise.
 */
export async function startServer({
  input,
  lenient,
}: {
  input?: string;
  lenient?: boolean;
} = {}): Promise<TestServer> {
  const folder = temporaryFolder();
  const data = join(folder, "data");
  return {
    ...(await startPreview({
      input: input ?? sampleContent,
      lenient,
      port: 0,
      output: join(folder, "site"),
      data,
    })),
    data,
  };
}

let sample: Promise<{ server: TestServer; environment: NodeJS.ProcessEnv }> | undefined;

/**
 * The sample site, served as deployed: once for all test files of a worker that only read it, or
 * sign its guestbook and do not mind what others wrote there. It ends with the worker.
 */
export async function sampleServer(): Promise<TestServer> {
  sample ??= startServer().then((server) => {
    const { NETLIFY_BLOBS_CONTEXT, OPEN_HOUSE_OUTPUT } = process.env;
    return { server, environment: { NETLIFY_BLOBS_CONTEXT, OPEN_HOUSE_OUTPUT } };
  });
  const { server, environment } = await sample;
  // Another test file may have started a server since, whose store and page the function would
  // find.
  Object.assign(process.env, environment);
  return server;
}
