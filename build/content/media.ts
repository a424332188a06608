import { statSync } from "node:fs";
import { stampOf } from "../lib/file-system.ts";
import { holdsPlace } from "../lib/places.ts";
import { countOf } from "../lib/text.ts";
import type { PageCache } from "./cache.ts";
import type { Report } from "./diagnostics.ts";
import type { ContentFile } from "./files.ts";

const images = /\.(?:jpe?g?|jfif|a?png|gif|webp|avif|hei[cf]|hif|jxl|tiff?|dng|svg|bmp|ico)$/i;
const films = /\.(?:mp4|m4v|mov|qt|3gp|3g2)$/i;

/** Bytes above which an image is mentioned. */
const large = 1_000_000;

/**
 * Warns of photographs and films that say where they were taken, and of large images. The files
 * stay as they are.
 * @param assets The files that are published.
 * @param cache Of earlier builds in the same process.
 */
export function reportMedia(
  assets: readonly ContentFile[],
  report: Report,
  cache: PageCache | undefined,
): void {
  let [count, largest, most] = [0, "", 0];
  for (const { path, absolute } of assets) {
    if (!images.test(path) && !films.test(path)) continue;
    if (isPlaced(absolute, cache))
      report.warn(
        "These photographs and films tell everybody where they were taken. Take that out with " +
          "`exiftool -gps:all= -xmp:geotag= -gpscoordinates= -locationinformation= FILE`, " +
          "or export them again without their location",
        path,
      );
    const { size } = statSync(absolute);
    if (films.test(path) || size <= large) continue;
    count++;
    if (size > most) [largest, most] = [path, size];
  }
  if (count === 0) return;
  const inMegabytes = (most / 1_000_000).toFixed(1);
  report.warn(
    `${countOf(count, "image is", "images are")} larger than 1 MB, the largest \`${largest}\` with ` +
      `${inMegabytes} MB. Whoever opens a page with one loads it whole.`,
  );
}

function isPlaced(file: string, cache: PageCache | undefined): boolean {
  const stamp = cache && `${file} ${stampOf(file)}`;
  const known = stamp === undefined ? undefined : cache?.places.get(stamp);
  if (known !== undefined) return known;
  const found = holdsPlace(file);
  if (stamp !== undefined) cache?.places.set(stamp, found);
  return found;
}
