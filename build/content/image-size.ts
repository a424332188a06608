import { readFileSync } from "node:fs";
import type * as imageSizeLibrary from "image-size";
import { loadLate } from "../lib/load-late.ts";

const images = loadLate<typeof imageSizeLibrary>("image-size");

/** Size of an image file in pixels; undefined where it cannot be measured. */
export function imageSizeOf(file: string | undefined): { width: number; height: number } | undefined {
  if (file === undefined) return undefined;
  try {
    const { width, height } = images().imageSize(readFileSync(file));
    return { width, height };
  } catch {
    return undefined; // the page is correct without the size
  }
}
