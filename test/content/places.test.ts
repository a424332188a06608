import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { holdsPlace } from "../../build/lib/places.ts";
import { prepareSite } from "../../build/pipeline/prepare-site.ts";
import { fixtures, png } from "../authors/faults-of.ts";
import { folderOf } from "../build/folder.ts";
import { buildSite } from "../build/site.ts";

// The files of test/fixtures/places were given their descriptions by ExifTool 13.59. Those that it
// does not write are made here.

const latin = (text: string) => Buffer.from(text, "latin1");

function bytes(size: 2 | 4, number: number, isLittle = false): Buffer {
  const buffer = Buffer.alloc(size);
  if (isLittle) buffer.writeUIntLE(number, 0, size);
  else buffer.writeUIntBE(number, 0, size);
  return buffer;
}

type Fractions = [number, number][];

/** Exif whose directory for GPS holds a latitude, a longitude, and a date if these are empty. */
function exif(latitude: Fractions, longitude: Fractions, isLittle = false): Buffer {
  const [two, four] = [2, 4].map((size) => (number: number) => bytes(size as 2, number, isLittle));
  const field = (tag: number, type: number, count: number, value: number) =>
    Buffer.concat([two?.(tag), two?.(type), four?.(count), four?.(value)] as Buffer[]);
  const places = [latitude, longitude].map((list, index) => ({ list, tag: 2 + 2 * index }));
  const fields = places.filter(({ list }) => list.length > 0);
  let at = 26 + 2 + 12 * (fields.length + 1) + 4;
  const directory = fields.map(({ list, tag }) => {
    at += 8 * list.length;
    return field(tag, 5, list.length, at - 8 * list.length);
  });
  const parts = [
    latin(isLittle ? "II*\0" : "MM\0*"),
    four?.(8),
    two?.(1),
    field(0x8825, 4, 1, 26),
    four?.(0),
    two?.(fields.length + 1),
    ...directory,
    field(29, 2, 3, 0x41420000),
    four?.(0),
    ...fields.flatMap(({ list }) => list.flat()).map((number) => four?.(number)),
  ];
  return Buffer.concat(parts as Buffer[]);
}

const [north, east]: [Fractions, Fractions] = [
  [
    [48, 1],
    [8, 1],
    [0, 1],
  ],
  [
    [11, 1],
    [34, 1],
    [5, 2],
  ],
];
const placed = exif(north, east);
const xmp = (inside: string) => latin(`<x:xmpmeta><rdf:Description ${inside}</x:xmpmeta>`);
const placedXmp = xmp('exif:GPSLatitude="48,8.1N" exif:GPSLongitude="11,34E"/>');
const xmpName = "http://ns.adobe.com/xap/1.0/\0";

const segment = (marker: number, ...content: Buffer[]) => {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.from([0xff, marker]), bytes(2, body.length + 2), body]);
};
const jpeg = (...segments: Buffer[]) =>
  Buffer.concat([latin("\xff\xd8"), ...segments, segment(0xda), latin("picture\xff\xd9")]);
const app1 = (name: string, content: Buffer) => segment(0xe1, latin(name), content);

const chunk = (type: string, ...content: Buffer[]) => {
  const body = Buffer.concat(content);
  return Buffer.concat([bytes(4, body.length), latin(type), body, bytes(4, 0)]);
};
/** A PNG with a chunk before its end. */
const pngWith = (added: Buffer) => Buffer.concat([png.subarray(0, -12), added, png.subarray(-12)]);
const profile = (content: Buffer) =>
  latin(`\nexif\n    ${content.length}\n${content.toString("hex").replace(/.{72}/g, "$&\n")}\n`);

const box = (type: string, ...content: Buffer[]) => {
  const body = Buffer.concat(content);
  return Buffer.concat([bytes(4, 8 + body.length), latin(type), body]);
};
const start = box("ftyp", latin("isom"));
const userData = (...content: Buffer[]) => box("moov", box("udta", ...content));
const loci = (name: Buffer, longitude: number, latitude: number) =>
  box(
    "loci",
    bytes(4, 0),
    bytes(2, 0),
    name,
    Buffer.of(0),
    bytes(4, longitude),
    bytes(4, latitude),
  );

const withPlace: Record<string, Buffer> = {
  "second-segment.jpg": jpeg(app1(xmpName, xmp("/>")), app1("Exif\0\0", placed)),
  "behind-other-segments.jpg": jpeg(
    segment(0xe0, latin("JFIF\0")),
    segment(0xe2, Buffer.alloc(60_000)),
    latin("\xff\xff"),
    app1("Exif\0\0", exif(north, east, true)),
  ),
  "element.jpg": jpeg(app1(xmpName, xmp("><exif:GPSLatitude>48,8N</exif:GPSLatitude>"))),
  "extended.jpg": jpeg(app1("http://ns.adobe.com/xmp/extension/\0", placedXmp)),
  "after-a-broken-one.jpg": jpeg(
    app1("Exif\0\0", placed.subarray(0, 20)),
    app1("Exif\0\0", placed),
  ),
  "raw-profile.png": pngWith(chunk("tEXt", latin("Raw profile type exif\0"), profile(placed))),
  "packed-profile.png": pngWith(
    chunk(
      "zTXt",
      latin("Raw profile type APP1\0\0"),
      deflateSync(profile(Buffer.concat([latin("Exif\0\0"), placed]))),
    ),
  ),
  "text.png": pngWith(chunk("tEXt", latin("exif:GPSLatitude\0"), latin("48/1, 8/1, 0/1"))),
  "text-in-a-language.png": pngWith(
    chunk("iTXt", latin("XML:com.adobe.xmp\0\0\0de\0name\0"), placedXmp),
  ),
  "long-box.mp4": Buffer.concat([
    start,
    Buffer.concat([bytes(4, 1), latin("mdat"), bytes(4, 0), bytes(4, 24), Buffer.alloc(8)]),
    userData(box("\xa9xyz", latin("\0\x12\x15\xc7+48.1374+011.5755/"))),
  ]),
  "last-box.mov": Buffer.concat([
    box("wide"),
    bytes(4, 0),
    latin("moov"),
    box("trak", box("udta", box("\xa9xyz", latin("\0\x12\0\0-33.8+151.2/")))),
  ]),
  "place.3gp": Buffer.concat([start, userData(loci(latin("Home\0"), 0x000b0000, 0x00300000))]),
  "place-in-wide-letters.mp4": Buffer.concat([
    start,
    userData(loci(latin("\xfe\xff\0H\0i\0\0"), 0x000b0000, 0)),
  ]),
  "named-otherwise.JPEG": exif(north, east),
  "second-picture.jpg": jpeg(segment(0xda), app1("Exif\0\0", placed)),
  "film-behind-a-picture.jpg": Buffer.concat([
    jpeg(),
    start,
    userData(box("\xa9xyz", latin("\0\x12\x15\xc7+48.1374+011.5755/"))),
  ]),
  "comment.png": pngWith(chunk("tEXt", latin("Comment\0"), placedXmp)),
};

const withoutPlace: Record<string, Buffer> = {
  "empty-directory.jpg": jpeg(app1("Exif\0\0", exif([], []))),
  "only-north.jpg": jpeg(app1("Exif\0\0", exif(north, []))),
  "zeros.jpg": jpeg(app1("Exif\0\0", exif([[0, 1]], [[0, 1]]))),
  "no-fractions.jpg": jpeg(app1("Exif\0\0", exif([[0, 0]], [[0, 0]]))),
  "no-value.jpg": jpeg(app1(xmpName, xmp('exif:GPSLatitude="" exif:GPSDestLatitude="1,2N"/>'))),
  "cut.png": pngWith(chunk("eXIf", placed)).subarray(0, -80),
  "zeros.mp4": Buffer.concat([start, userData(box("\xa9xyz", latin("\0\x12\0\0+00.00+000.00/")))]),
  "a-word-with-loci.jpg": jpeg(segment(0xfe, latin("velocity+48.1374+011.5755/"))),
  "in-the-sound.mp4": Buffer.concat([start, box("mdat", placed), userData()]),
  "date.mp4": Buffer.concat([start, userData(box("\xa9day", latin("\0\x18\0\x002024-05-06")))]),
  "text.jpg": latin("exif:GPSLatitude=48"),
  "empty.jpg": Buffer.alloc(0),
  "circle.tiff": Buffer.concat([latin("MM\0*"), bytes(4, 8), bytes(2, 0), bytes(4, 8)]),
};

describe("a place is found", () => {
  const folder = folderOf(withPlace);
  test.each(Object.keys(withPlace))("in %s", (name) => {
    expect(holdsPlace(join(folder, name))).toBe(true);
  });
});

describe("no place is found", () => {
  const folder = folderOf(withoutPlace);
  test.each(Object.keys(withoutPlace))("in %s", (name) => {
    expect(holdsPlace(join(folder, name))).toBe(false);
  });
});

test("a file that is cut anywhere, or has wrong bytes, is read without an error", () => {
  const file = join(folderOf(), "file");
  const places = join(fixtures, "places/placed");
  for (const name of readdirSync(places).filter((each) => !each.startsWith("xmp"))) {
    const whole = readFileSync(join(places, name));
    for (let at = 0; at < whole.length; at += 7) {
      writeFileSync(file, whole.subarray(0, at));
      expect(typeof holdsPlace(file)).toBe("boolean");
      const wrong = Buffer.from(whole);
      wrong.fill(0xff, at, Math.min(at + 3, wrong.length));
      writeFileSync(file, wrong);
      expect(typeof holdsPlace(file)).toBe("boolean");
    }
  }
});

/** Files of a folder of fixtures, in a folder of a site. */
function filesOf(folder: string): Record<string, Buffer> {
  const whole = join(fixtures, "places", folder);
  return Object.fromEntries(
    readdirSync(whole).map((name) => [`${folder}/${name}`, readFileSync(join(whole, name))]),
  );
}

test("a build names photographs and films with a place, and no others, and leaves them as they are", async () => {
  const files = filesOf("placed");
  const others = { "_a/exif.jpg": jpeg(app1("Exif\0\0", placed)), "a.txt": placedXmp };
  const input = folderOf({ "index.md": "# Home\n", ...files, ...others, ...filesOf("unplaced") });
  const { warnings, fullWarnings } = (await prepareSite({ input })).report.summary();
  const site = await buildSite({ input });
  const told = (list: readonly string[]) =>
    list.filter((text) => /where they were taken/.test(text));
  expect(told(fullWarnings)).toEqual([
    "These photographs and films tell everybody where they were taken. Take that out with " +
      "`exiftool -gps:all= -xmp:geotag= -gpscoordinates= -locationinformation= FILE`, or export them again " +
      `without their location: ${Object.keys(files)
        .sort()
        .map((path) => `\`${path}\``)
        .join(", ")}.`,
  ]);
  expect(told(warnings)).toEqual([expect.stringMatching(/ and 5 more\.$/)]);
  for (const [path, content] of Object.entries(files))
    expect(site.files.get(`/${path}`)).toEqual(content);
});

test("a running server tells the same of files that changed, and of those that did not", async () => {
  const [taken, plain] = [withPlace, withoutPlace].map(
    (files) => Object.values(files)[0] as Buffer,
  );
  const input = folderOf({
    "index.md": "# Home\n",
    "a.jpg": taken as Buffer,
    "b.jpg": plain as Buffer,
  });
  const memory = { read: new Map(), layouts: new Map() };
  const told = async () =>
    (await prepareSite({ input }, memory)).report
      .summary()
      .warnings.filter((text) => text.includes("were taken"));
  const first = await told();
  expect(first).toEqual([expect.stringMatching(/location: `a\.jpg`\.$/)]);
  expect(await told()).toEqual(first);
  writeFileSync(join(input, "b.jpg"), taken as Buffer);
  writeFileSync(join(input, "a.jpg"), plain as Buffer);
  expect(await told()).toEqual([expect.stringMatching(/location: `b\.jpg`\.$/)]);
});
