import { memoizeFile } from "../lib/file-system.ts";
import { holdsPlace } from "../lib/places.ts";
import type { Report } from "./diagnostics.ts";
import type { ContentFile } from "./files.ts";

const images = /\.(?:jpe?g?|jfif|a?png|gif|webp|avif|hei[cf]|hif|jxl|tiff?|dng|svg|bmp|ico)$/i;
const films = /\.(?:mp4|m4v|mov|qt|3gp|3g2)$/i;

const isPlaced = memoizeFile(holdsPlace);

/**
 * Warns of photographs and films that say where they were taken. The files stay as they are.
 * @param assets The files that are published.
 */
export function reportMedia(assets: readonly ContentFile[], report: Report): void {
  for (const { path, absolute } of assets) {
    const isMedium = images.test(path) || films.test(path);
    if (isMedium && isPlaced(absolute))
      report.warn(
        "These photographs and films tell everybody where they were taken. Take that out with " +
          "`exiftool -gps:all= -xmp:geotag= -gpscoordinates= -locationinformation= FILE`, " +
          "or export them again without their location",
        path,
      );
  }
}
