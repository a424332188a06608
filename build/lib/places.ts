import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { inflateSync } from "node:zlib";

// Whether a photograph or a film says where it was taken. Its bytes are searched for the few forms
// of places, whatever the format of the file.

/** How many bytes of a file, or of each part of a film, are searched. */
const mostBytes = 100_000_000;

/** How many parts of a film, and places of each form, are examined. */
const mostFound = 1_000;

/**
 * Whether a file holds coordinates, in Exif or XMP data or in the description of an MP4 or QuickTime
 * film.
 * @param file Its path.
 */
export function holdsPlace(file: string): boolean {
  return searchedParts(file).some(isIn);
}

/** The bytes of a file to search: all, except the pictures and sounds of a film. */
function* searchedParts(file: string): Generator<Buffer> {
  const descriptor = openSync(file, "r");
  try {
    const { size } = fstatSync(descriptor);
    const read = (offset: number, length: number): Buffer => {
      const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(length, size - offset, mostBytes)));
      return bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, offset));
    };
    const boxes: { type: string; at: number; length: number }[] = [];
    for (let at = 0; boxes.length < mostFound && at + 16 <= size; ) {
      const header = read(at, 16);
      const type = header.toString("latin1", 4, 8);
      if (at === 0 && !firstBoxes.has(type)) break;
      const written = header.readUInt32BE(0) || size - at;
      const length = written === 1 ? Number(header.readBigUInt64BE(8)) : written;
      if (length < 8) break;
      boxes.push({ type, at, length });
      at += length;
    }
    // A photograph in a film's format (HEIC) has its Exif in `mdat`, between parts of the picture.
    const types = new Set(boxes.map(({ type }) => type));
    const isFilm = types.has("moov") && !types.has("meta");
    if (!isFilm) yield read(0, mostBytes);
    else for (const { type, at, length } of boxes) if (type !== "mdat") yield read(at, length);
  } finally {
    closeSync(descriptor);
  }
}

/** Types of the first box of a film (ISO/IEC 14496-12). */
const firstBoxes = new Set(["ftyp", "moov", "mdat", "wide", "free", "skip", "pnot"]);

function isIn(bytes: Buffer): boolean {
  const isAt = (find: (at: number) => boolean, ...beginnings: string[]): boolean =>
    beginnings.some((beginning) =>
      offsetsOf(beginning, bytes).some((at) => orFalse(() => find(at))),
    );
  const textAt = (at: number, length: number): string => bytes.toString("latin1", at, at + length);
  return (
    isAt((at) => isInTiff(bytes.subarray(at)), "II*\0", "MM\0*") ||
    isAt((at) => latitude.test(textAt(at, 300)), "GPSLatitude") ||
    isAt((at) => isInText(textAt(at, 10_000)), "\xa9xyz", "location.ISO6709", "mdtalocation") ||
    isAt((at) => isInLocation(bytes.subarray(at - 4)), "loci") ||
    isAt((at) => isInPngText(bytes.subarray(at - 4)), "tEXt", "zTXt", "iTXt")
  );
}

function* offsetsOf(text: string, bytes: Buffer): Generator<number> {
  let found = 0;
  for (let at = bytes.indexOf(text, 0, "latin1"); at !== -1 && found < mostFound; found++) {
    yield at;
    at = bytes.indexOf(text, at + 1, "latin1");
  }
}

/** False if a file is cut off, has wrong lengths, or has text that cannot be unpacked. */
function orFalse(find: () => boolean): boolean {
  try {
    return find();
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (error instanceof RangeError || code.startsWith("Z_")) return false;
    throw error;
  }
}

/** A latitude other than 0: in XMP as an attribute or an element, or in a text chunk of a PNG. */
const latitude = /^GPSLatitude(?:\s*=\s*["']|\0|[^<>=]*>)[-+0.,\s]*[1-9]/;

/** Whether Exif, in the format of a TIFF, holds coordinates (CIPA DC-008, section 4.6). */
function isInTiff(bytes: Buffer): boolean {
  const isLittle = bytes.toString("latin1", 0, 1) === "I";
  const short = (at: number) => (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at));
  const long = (at: number) => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  /** The offset of the field with a tag in the directory at an offset. */
  const fieldOf = (directory: number, tag: number): number | undefined => {
    for (let at = directory + 2; at < directory + 2 + 12 * short(directory); at += 12)
      if (short(at) === tag) return at;
    return undefined;
  };
  /** The numerators of a list of fractions, without those whose denominator is 0. */
  const numbers = (field: number | undefined): number[] => {
    if (field === undefined) return [];
    const count = Math.min(long(field + 4), 3);
    const fractions = Array.from({ length: count }, (_, index) => long(field + 8) + 8 * index);
    return fractions.filter((at) => long(at + 4) > 0).map(long);
  };
  const places = fieldOf(long(4), 0x8825);
  if (places === undefined) return false;
  const [north = [], east = []] = [2, 4].map((tag) => numbers(fieldOf(long(places + 8), tag)));
  // Cameras that do not know where they are write zeros.
  return north.length > 0 && east.length > 0 && [...north, ...east].some((number) => number > 0);
}

/** Whether a text has a latitude and a longitude (ISO 6709), such as `+48.1374+011.5755/`. */
function isInText(text: string): boolean {
  const [found = ""] = /[-+]\d{2,}(?:\.\d*)?[-+]\d{3,}(?:\.\d*)?/.exec(text) ?? [];
  return /[1-9]/.test(found);
}

/** Whether a `loci` box (3GPP TS 26.244, section 8.5) holds more than zeros. */
function isInLocation(box: Buffer): boolean {
  if (box.readUInt32BE(0) > 1000) return false; // the letters in another word
  const isWide = box.readUInt16BE(14) === 0xfeff;
  const nameEnd = isWide ? box.indexOf("\0\0", 16, "latin1") + 2 : box.indexOf(0, 14) + 1;
  return box.readInt32BE(nameEnd + 1) !== 0 || box.readInt32BE(nameEnd + 5) !== 0;
}

/** Whether a text chunk of a PNG, compressed or in hexadecimal digits, holds coordinates. */
function isInPngText(chunk: Buffer): boolean {
  const content = chunk.subarray(4, 8 + chunk.readUInt32BE(0));
  // `iTXt` has two bytes for compression (whether, how), then a language and a translated keyword.
  const packed = /^(?:zTXt[^\0]*\0\0|iTXt[^\0]*\0\x01\0[^\0]*\0[^\0]*\0)/;
  const [before] = packed.exec(content.toString("latin1")) ?? [];
  const options = { maxOutputLength: 4_000_000 };
  const text = before ? inflateSync(content.subarray(before.length), options) : content;
  const [, digits] = /\n\w+\s+\d+\s+([\da-f\s]+)/i.exec(text.toString("latin1")) ?? [];
  if (digits !== undefined) return isIn(Buffer.from(digits.replace(/\s/g, ""), "hex"));
  return before !== undefined && isIn(text);
}
