import { join } from "node:path";
import { type Preview, startPreview } from "../../build/server/preview.ts";
import { temporaryFolder } from "./temporary.ts";

export interface TestServer extends Preview {
  /** Where the guestbook's entries are kept. */
  data: string;
}

/**
 * Builds a site and serves it as deployed, on a free loopback port, with an empty guestbook of its own.
 * One at a time in a test file: the function finds its store and its page through the process's environment.
 * @param input The content folder; the sample site unless said otherwise.
 */
export async function startServer({ input, lenient }: { input?: string; lenient?: boolean } = {}): Promise<TestServer> {
  const folder = temporaryFolder();
  const data = join(folder, "data");
  return { ...(await startPreview({ input, lenient, port: 0, output: join(folder, "site"), data })), data };
}
