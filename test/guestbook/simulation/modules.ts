import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type * as Compact from "../../../functions/guestbook/compact.ts";
import type * as Moderation from "../../../functions/guestbook/moderation.ts";
import type * as Read from "../../../functions/guestbook/read.ts";
import type * as Sign from "../../../functions/guestbook/sign.ts";

/** The parts of the guestbook that the simulation tries. */
export type Guestbook = Pick<typeof Compact, "compact"> &
  Pick<typeof Moderation, "removeEntry" | "eraseEntry"> &
  Pick<typeof Read, "readPage"> &
  Pick<typeof Sign, "sign">;

const folder = join(import.meta.dirname, "../../../functions/guestbook");

/** A deliberate mistake: in a file, one text in place of another. */
export interface Mistake {
  file: string;
  right: string;
  wrong: string;
}

/** The guestbook's storage as it is, or with deliberate mistakes in it, made in a copy. */
export async function loadGuestbook(mistakes: readonly Mistake[] = []): Promise<Guestbook> {
  const source = mistakes.length === 0 ? folder : copyWith(mistakes);
  const load = (file: string) => import(/* @vite-ignore */ pathToFileURL(join(source, file)).href) as Promise<unknown>;
  const parts = await Promise.all(["compact.ts", "moderation.ts", "read.ts", "sign.ts"].map(load));
  if (source !== folder) rmSync(source, { recursive: true });
  return Object.assign({}, ...parts) as Guestbook;
}

function copyWith(mistakes: readonly Mistake[]): string {
  const copy = mkdtempSync(join(tmpdir(), "guestbook-mistake-"));
  writeFileSync(join(copy, "package.json"), '{"type":"module"}');
  for (const file of readdirSync(folder)) copyFileSync(join(folder, file), join(copy, file));
  for (const { file, right, wrong } of mistakes) {
    const text = readFileSync(join(copy, file), "utf8");
    if (text.split(right).length !== 2) throw new Error(`${file} does not hold, once: ${right}`);
    writeFileSync(
      join(copy, file),
      text.replace(right, () => wrong),
    );
  }
  return copy;
}
