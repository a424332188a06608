import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { inflateSync } from "node:zlib";

// Whether a photograph or a film says where it was taken. Files are read by the lengths that stand
// in them, from one description to the next, so a film is not read whole.

/** Reads some bytes; fewer where the file ends before. */
type Read = (offset: number, length: number) => Buffer;

/** What a description is at most; a longer one is read so far. */
const mostBytes = 4_000_000;

/** So many bytes of a HEIC or AVIF photograph are searched. */
const mostSearched = 20_000_000;

/** So many pieces are read of a file, so that one of countless empty pieces takes no time either. */
const mostReads = 50_000;

/**
 * Whether a file holds coordinates: in the Exif or XMP data of a JPEG, PNG, WebP, TIFF, HEIC, AVIF
 * or JPEG XL, or in the description of an MP4 or QuickTime film. It is told by its first bytes.
 * @param file Its path.
 */
export function holdsPlace(file: string): boolean {
  const descriptor = openSync(file, "r");
  try {
    const { size } = fstatSync(descriptor);
    let reads = 0;
    const read: Read = (offset, length) => {
      if (++reads > mostReads) throw new RangeError("Too many pieces");
      const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - offset)));
      return bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, offset));
    };
    return orFalse(() => {
      const start = read(0, 12).toString("latin1");
      if (start.startsWith("\xff\xd8")) return isInJpeg(read);
      if (start.startsWith("\x89PNG")) return isInPng(read);
      if (/^RIFF.{4}WEBP/s.test(start)) return isInWebp(read);
      if (isTiff(read(0, 4))) return isInTiff(read);
      if (!firstBox.test(start)) return false;
      if (isInBoxes(read, 0, size)) return true;
      const isPhotograph = boxesIn(read, 0, size).some(({ type }) => /^(?:meta|JXL )$/.test(type));
      return isPhotograph && isInSearched(read(0, mostSearched));
    });
  } finally {
    closeSync(descriptor);
  }
}

/**
 * False where a file is cut, gives lengths that lead out of it, has too many pieces or a packed text
 * that cannot be unpacked.
 */
function orFalse(find: () => boolean): boolean {
  try {
    return find();
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (error instanceof RangeError || code.startsWith("Z_")) return false;
    throw error;
  }
}

/** A latitude that is not 0 in XMP, as an attribute or an element. */
const latitude = /\bGPSLatitude(?:\s*=\s*["']|[^<>=]*>)\s*[-+]?[0.,\s]*[1-9]/;

/** Whether a description holds coordinates: Exif, which is in the form of a TIFF, or XMP. */
function isInDescription(bytes: Buffer): boolean {
  const exif = /^Exif\0[\0\xff]/.test(bytes.toString("latin1", 0, 6)) ? bytes.subarray(6) : bytes;
  if (!isTiff(exif)) return latitude.test(bytes.toString("latin1"));
  return orFalse(() => isInTiff((offset, length) => exif.subarray(offset, offset + length)));
}

function isTiff(bytes: Buffer): boolean {
  return /^(?:II\*\0|MM\0\*)/.test(bytes.toString("latin1", 0, 4));
}

/** A field of a TIFF: its number, type, how many values, and where its value or its offset is. */
interface Field {
  tag: number;
  type: number;
  count: number;
  value: number;
}

/** Fields of TIFF and Exif (CIPA DC-008, section 4.6). */
const tags = { xmp: 700, exif: 0x8769, gps: 0x8825, latitude: 2, longitude: 4 };

function isInTiff(read: Read): boolean {
  const isLittle = read(0, 1).toString() === "I";
  const short = (bytes: Buffer, at: number) =>
    isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at);
  const long = (bytes: Buffer, at: number) =>
    isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at);
  /** The fields of a directory, and where the next one is. */
  const directory = (offset: number): { fields: Field[]; next: number } => {
    const length = 12 * short(read(offset, 2), 0);
    const bytes = read(offset + 2, length + 4);
    const fields = Array.from({ length: Math.floor(bytes.length / 12) }, (_, index) => ({
      tag: short(bytes, 12 * index),
      type: short(bytes, 12 * index + 2),
      count: long(bytes, 12 * index + 4),
      value: long(bytes, 12 * index + 8),
    }));
    return { fields, next: bytes.length === length + 4 ? long(bytes, length) : 0 };
  };
  /** The numerators of a list of fractions, without those whose denominator is 0. */
  const numbers = ({ type, count, value }: Field): number[] => {
    if (type !== 5 && type !== 10) return Array(Math.min(count, 1)).fill(1);
    const bytes = read(value, 8 * Math.min(count, 3));
    const parts = Array.from({ length: bytes.length / 8 }, (_, index) => 8 * index);
    return parts.filter((at) => long(bytes, at + 4) > 0).map((at) => long(bytes, at));
  };
  const isPlace = (fields: Field[]): boolean => {
    const [north = [], east = []] = [tags.latitude, tags.longitude].map((wanted) =>
      fields.filter(({ tag }) => tag === wanted).flatMap(numbers),
    );
    // Cameras that do not know where they are write zeros.
    return north.length > 0 && east.length > 0 && [...north, ...east].some((number) => number > 0);
  };
  const offsets = [long(read(4, 4), 0)];
  // Few have more than three, and a broken one may lead in a circle.
  for (let index = 0; index < Math.min(offsets.length, 20); index++) {
    const { fields, next } = directory(offsets[index] as number);
    for (const { tag, count, value } of fields) {
      if (tag === tags.xmp && isInDescription(read(value, Math.min(count, mostBytes)))) return true;
      if (tag === tags.gps && orFalse(() => isPlace(directory(value).fields))) return true;
      if (tag === tags.exif) offsets.push(value);
    }
    if (next > 0) offsets.push(next);
  }
  return false;
}

function isInJpeg(read: Read): boolean {
  for (let at = 2; ; ) {
    const header = read(at, 4);
    const marker = header.readUInt8(1);
    if (header[0] !== 0xff || marker === 0xd9 || marker === 0xda) return false; // the picture itself
    if (marker === 0xff || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) {
      at += marker === 0xff ? 1 : 2;
      continue;
    }
    const length = header.readUInt16BE(2);
    if (marker === 0xe1 && isInDescription(read(at + 4, length - 2))) return true;
    at += 2 + length;
  }
}

function isInWebp(read: Read): boolean {
  for (let at = 12; ; ) {
    const header = read(at, 8);
    const length = header.readUInt32LE(4);
    const content = () => read(at + 8, Math.min(length, mostBytes));
    if (/^(?:EXIF|XMP )/.test(header.toString("latin1")) && isInDescription(content())) return true;
    at += 8 + length + (length % 2);
  }
}

function isInPng(read: Read): boolean {
  for (let at = 8; ; ) {
    const header = read(at, 8);
    const length = header.readUInt32BE(0);
    const type = header.toString("latin1", 4);
    const content = (): Buffer => read(at + 8, Math.min(length, mostBytes));
    if (type === "IEND") return false;
    if (type === "eXIf" && isInDescription(content())) return true;
    if (/^[itz][TE]Xt$/.test(type) && orFalse(() => isInPngText(type, content()))) return true;
    at += 12 + length;
  }
}

/** Whether a text of a PNG is XMP, or what a program that copies photographs makes of their Exif. */
function isInPngText(type: string, chunk: Buffer): boolean {
  const end = chunk.indexOf(0);
  const name = chunk.toString("latin1", 0, end);
  if (!/^(?:XML:com\.adobe\.xmp|Raw profile type |.*GPSLatitude)/.test(name)) return false;
  // A text in a language has a byte for each of two kinds of compression, and two more names.
  const inLanguage = type === "iTXt";
  const isPacked = type === "zTXt" || (inLanguage && chunk[end + 1] === 1);
  const names = (from: number) => chunk.indexOf(0, chunk.indexOf(0, from) + 1) + 1;
  const rest = chunk.subarray(inLanguage ? names(end + 3) : end + (isPacked ? 2 : 1));
  const content = isPacked ? inflateSync(rest, { maxOutputLength: mostBytes }) : rest;
  const text = content.toString("latin1");
  const [, profile = ""] = /^\s*\w+\s+\d+\s+([\da-f\s]+)/i.exec(text) ?? [];
  return (
    latitude.test(`${name}="${text}`) ||
    isInDescription(Buffer.from(profile.replace(/\s/g, ""), "hex"))
  );
}

/** The first box of a film, or of a photograph in the same form (ISO/IEC 14496-12). */
const firstBox = /^.{4}(?:ftyp|moov|mdat|wide|free|skip|pnot|JXL )/s;

/** Boxes that hold others. */
const containers = new Set(["moov", "trak", "udta", "meta"]);

/** A latitude and a longitude behind each other (ISO 6709), such as `+48.1374+011.5755/`. */
const inText = /[-+]\d{2,}(?:\.\d*)?[-+]\d{3,}(?:\.\d*)?/;

const isInText = (text: string): boolean => /[1-9]/.test(inText.exec(text)?.[0] ?? "");

interface Box {
  type: string;
  /** Where its content begins and ends. */
  start: number;
  end: number;
}

function boxesIn(read: Read, start: number, end: number): Box[] {
  const boxes: Box[] = [];
  for (let at = start; at + 8 <= end; ) {
    const header = read(at, 16);
    const isLong = header.readUInt32BE(0) === 1;
    const length = isLong ? Number(header.readBigUInt64BE(8)) : header.readUInt32BE(0) || end - at;
    if (length < 8) break;
    const content = at + (isLong ? 16 : 8);
    boxes.push({
      type: header.toString("latin1", 4, 8),
      start: content,
      end: Math.min(at + length, end),
    });
    at += length;
  }
  return boxes;
}

/** A photograph has its description among the parts of the picture, and is searched for it. */
function isInSearched(bytes: Buffer): boolean {
  if (bytes.includes("GPSLatitude") && latitude.test(bytes.toString("latin1"))) return true;
  for (const header of ["II*\0", "MM\0*"])
    for (let at = bytes.indexOf(header); at !== -1; at = bytes.indexOf(header, at + 4))
      if (isInDescription(bytes.subarray(at))) return true;
  return false;
}

function isInBoxes(read: Read, start: number, end: number): boolean {
  const boxes = boxesIn(read, start, end);
  const content = (box: Box, most = mostBytes): Buffer =>
    read(box.start, Math.min(box.end - box.start, most));
  const named = (type: string): Box | undefined => boxes.find((box) => box.type === type);
  const keys = named("keys");
  const values = named("ilst");
  // By a key such as `com.apple.quicktime.location.ISO6709`, or under a name of its own.
  const hasKey = keys !== undefined && /location/i.test(content(keys).toString("latin1"));
  for (const value of values ? boxesIn(read, values.start, values.end) : [])
    if (hasKey || value.type === "\xa9xyz")
      if (isInText(content(value, 1000).toString("latin1"))) return true;
  return boxes.some((box) => {
    if (containers.has(box.type)) {
      // In QuickTime `meta` begins with its first box, elsewhere with four bytes of a version.
      const hasVersion =
        box.type === "meta" && !/^.{4}hdlr/s.test(content(box, 8).toString("latin1"));
      return orFalse(() => isInBoxes(read, box.start + (hasVersion ? 4 : 0), box.end));
    }
    if (box.type === "\xa9xyz") return isInText(content(box, 1000).toString("latin1"));
    if (box.type === "loci") return orFalse(() => isInLocation(content(box, 1000)));
    return /^(?:XMP_|uuid)$/.test(box.type) && isInDescription(content(box));
  });
}

/** Whether a `loci` box (3GPP TS 26.244, section 8.5) holds more than zeros. */
function isInLocation(bytes: Buffer): boolean {
  const isWide = bytes.readUInt16BE(6) === 0xfeff;
  const nameEnd = isWide ? bytes.indexOf("\0\0", 8, "latin1") + 2 : bytes.indexOf(0, 6) + 1;
  return bytes.readInt32BE(nameEnd + 1) !== 0 || bytes.readInt32BE(nameEnd + 5) !== 0;
}
