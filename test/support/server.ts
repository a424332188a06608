import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPreview, type Preview } from "../../build/serve/preview.ts";

export interface TestServer extends Preview {
  /** Where the guestbook's entries are kept. */
  data: string;
}

/**
 * Builds a site and serves it as deployed, on a free loopback port, with an empty guestbook of its own.
 * One at a time in a test file: the function finds its store and its page through the process's environment.
 * @param input The content folder; the sample site unless said otherwise.
 */
export async function startServer({ input }: { input?: string } = {}): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), "open-house-server-"));
  const data = join(folder, "data");
  try {
    const preview = await startPreview({ input, port: 0, output: join(folder, "site"), data });
    const stop = async () => {
      await preview.stop();
      await rm(folder, { recursive: true, force: true });
    };
    return { ...preview, data, stop };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}
