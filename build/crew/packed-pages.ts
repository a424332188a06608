import type { Heading, Page } from "../content/page.ts";
import type { Reading } from "../content/renderer.ts";

/**
 * Pages in one piece of memory, which another thread can have without copying it: the length of the heads as 32 bits, the heads (JSON),
 * then what is long, as UTF-8.
 */
export type PackedPages = SharedArrayBuffer;

/** What of a page is long, or is seldom looked at, and stays bytes. */
type Long = "html" | "text" | "markdown" | "twin" | "record" | "headings";

/** What follows from the rest and the address of the site. */
type Derived = "url" | "markdown_url";

/** Where a page's long parts begin; each ends where the next one begins. The Markdown is the end of the twin. */
type Places = [
  html: number,
  text: number,
  headings: number,
  twin: number,
  markdown: number,
  record: number,
  end: number,
];

type Head = Omit<Page, Long | Derived> & { places: Places };

export function packPages(pages: readonly Page[]): PackedPages {
  const long = growing(1_000_000);
  const heads = pages.map(
    ({ html, text, markdown, twin, record, headings, url: _, markdown_url: __, ...rest }): Head => {
      const start = long.length();
      const atText = long.add(html);
      const atHeadings = long.add(text);
      const atTwin = long.add(JSON.stringify(headings));
      const atRecord = long.add(twin);
      return {
        ...rest,
        places: [start, atText, atHeadings, atTwin, atRecord - Buffer.byteLength(markdown), atRecord, long.add(record)],
      };
    },
  );
  const base_url = pages[0]?.url.slice(0, -pages[0].path.length) ?? "";
  const json = Buffer.from(JSON.stringify({ base_url, heads }));
  const bytes = Buffer.from(new SharedArrayBuffer(4 + json.length + long.length()));
  let at = bytes.writeUInt32LE(json.length);
  at += json.copy(bytes, at);
  long.copy(bytes, at);
  return bytes.buffer as SharedArrayBuffer;
}

/** Bytes that are added to; `add` tells how many there are then. */
function growing(size: number) {
  let bytes = Buffer.allocUnsafe(size);
  let length = 0;
  return {
    length: () => length,
    add(part: string | Uint8Array): number {
      const most = length + (typeof part === "string" ? part.length * 3 : part.length); // no UTF-16 unit takes more
      if (most > bytes.length) bytes = Buffer.concat([bytes.subarray(0, length)], most * 2);
      if (typeof part === "string") length += bytes.write(part, length);
      else {
        bytes.set(part, length);
        length += part.length;
      }
      return length;
    },
    copy: (target: Buffer, at: number) => bytes.copy(target, at, 0, length),
  };
}

export function unpackPages(packed: PackedPages): Page[] {
  const bytes = Buffer.from(packed);
  const start = 4 + bytes.readUInt32LE();
  const { base_url, heads } = JSON.parse(bytes.toString("utf8", 4, start)) as { base_url: string; heads: Head[] };
  const shared = { base_url, bytes: bytes.subarray(start) };
  // A head becomes a page in place: fifty thousand copies would be the most of what is in memory.
  return heads.map(
    (head) => Object.setPrototypeOf(Object.assign(head, { shared }), PackedPage.prototype) as PackedPage & Head,
  );
}

/** Readings of which the pages are packed; `told` in their order. */
export interface PackedReadings {
  pages: PackedPages;
  told: Omit<Reading, "page">[];
}

export function packReadings(readings: readonly Reading[]): PackedReadings {
  return {
    pages: packPages(readings.map(({ page }) => page)),
    told: readings.map(({ fragments, said }) => ({ fragments, said })),
  };
}

export function unpackReadings({ pages, told }: PackedReadings): Reading[] {
  return unpackPages(pages).map((page, at) => ({ page, ...(told[at] as Omit<Reading, "page">) }));
}

/** Pieces of memory that hold these pages, all of them: those they came out of, and a new one for the others. */
export function packsOf(pages: readonly Page[]): PackedPages[] {
  const packed = pages.filter((page) => page instanceof PackedPage);
  return [
    ...new Set(packed.map(({ shared }) => shared.bytes.buffer as SharedArrayBuffer)),
    packPages(pages.filter((page) => !(page instanceof PackedPage))),
  ];
}

/** A page whose long parts stay bytes until they are asked for: off the heap, they cost the garbage collector nothing. */
abstract class PackedPage implements Pick<Page, Long | Derived> {
  abstract readonly path: string;
  abstract readonly markdown_path: string;
  abstract readonly places: Places;
  abstract readonly shared: { base_url: string; bytes: Buffer };
  get url(): string {
    return this.shared.base_url + this.path;
  }
  get markdown_url(): string {
    return this.shared.base_url + this.markdown_path;
  }
  get html(): string {
    return this.shared.bytes.toString("utf8", this.places[0], this.places[1]);
  }
  get text(): string {
    return this.shared.bytes.toString("utf8", this.places[1], this.places[2]);
  }
  get headings(): Heading[] {
    return JSON.parse(this.shared.bytes.toString("utf8", this.places[2], this.places[3])) as Heading[];
  }
  get twin(): Uint8Array {
    return this.shared.bytes.subarray(this.places[3], this.places[5]);
  }
  get markdown(): string {
    return this.shared.bytes.toString("utf8", this.places[4], this.places[5]);
  }
  get record(): Uint8Array {
    return this.shared.bytes.subarray(this.places[5], this.places[6]);
  }
}
