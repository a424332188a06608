import type { Page } from "../content/page.ts";

/** What of a page is long, and is packed as bytes. */
type Long = "html" | "text" | "markdown" | "twin" | "record";

/** Where a page's long parts begin; each ends where the next one begins. The Markdown is the end of the twin. */
type Places = [html: number, text: number, twin: number, markdown: number, record: number, end: number];

/**
 * Pages in one piece of memory, which another thread can have without copying it: the length of the rest (JSON) as 32 bits,
 * the rest, then the long parts as UTF-8.
 */
export type PackedPages = SharedArrayBuffer;

export function packPages(pages: readonly Page[]): PackedPages {
  let end = 0;
  const heads = pages.map(({ html, text, markdown, twin, record, ...rest }) => {
    const start = end;
    const atText = start + Buffer.byteLength(html);
    const atTwin = atText + Buffer.byteLength(text);
    const atRecord = atTwin + twin.length;
    end = atRecord + record.length;
    return [rest, [start, atText, atTwin, atRecord - Buffer.byteLength(markdown), atRecord, end] satisfies Places];
  });
  const json = Buffer.from(JSON.stringify(heads));
  const bytes = Buffer.from(new SharedArrayBuffer(4 + json.length + end));
  let at = bytes.writeUInt32LE(json.length);
  at += json.copy(bytes, at);
  for (const { html, text, twin, record } of pages) {
    at += bytes.write(html, at);
    at += bytes.write(text, at);
    bytes.set(twin, at);
    bytes.set(record, at + twin.length);
    at += twin.length + record.length;
  }
  return bytes.buffer as SharedArrayBuffer;
}

export function unpackPages(packed: PackedPages): Page[] {
  const bytes = Buffer.from(packed);
  const start = 4 + bytes.readUInt32LE();
  const heads = JSON.parse(bytes.toString("utf8", 4, start)) as [Omit<Page, Long>, Places][];
  const long = bytes.subarray(start);
  return heads.map(([rest, places]) => Object.assign(new PackedPage(long, places), rest) as PackedPage & typeof rest);
}

/** Pieces of memory that hold these pages, all of them: those they came out of, and a new one for the others. */
export function packsOf(pages: readonly Page[]): PackedPages[] {
  const packed = pages.filter((page) => page instanceof PackedPage);
  return [...new Set(packed.map((page) => page.pack)), packPages(pages.filter((page) => !(page instanceof PackedPage)))];
}

/** A page whose long parts stay bytes until they are asked for: off the heap, they cost the garbage collector nothing. */
class PackedPage implements Pick<Page, Long> {
  readonly #bytes: Buffer;
  readonly #places: Places;
  constructor(bytes: Buffer, places: Places) {
    this.#bytes = bytes;
    this.#places = places;
  }
  get pack(): PackedPages {
    return this.#bytes.buffer as SharedArrayBuffer;
  }
  get html(): string {
    return this.#bytes.toString("utf8", this.#places[0], this.#places[1]);
  }
  get text(): string {
    return this.#bytes.toString("utf8", this.#places[1], this.#places[2]);
  }
  get twin(): Uint8Array {
    return this.#bytes.subarray(this.#places[2], this.#places[4]);
  }
  get markdown(): string {
    return this.#bytes.toString("utf8", this.#places[3], this.#places[4]);
  }
  get record(): Uint8Array {
    return this.#bytes.subarray(this.#places[4], this.#places[5]);
  }
}
