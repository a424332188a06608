import { isUtf8 } from "node:buffer";
import { readFileSync } from "node:fs";
import type { Report } from "./diagnostics.ts";
import type { ContentFile } from "./files.ts";

/**
 * The text of a file, without control characters. What is not UTF-8 is a fault, and is read as what it probably is.
 * @param name The name of the file in diagnostics.
 */
export function readText(file: ContentFile, name: string, report: Report): string {
  const text = readFileSync(file.absolute, "utf8"); // one call is many times faster than reading bytes and decoding
  if (!text.includes("\uFFFD") && !/[\0-\x08\x0e-\x1f]/.test(text)) return text;
  const bytes = readFileSync(file.absolute);
  if (isUtf8(bytes)) return withoutControls(text, name, report);
  const encoding = encodingOf(bytes);
  report.fault({
    file: name,
    problem: `is not UTF-8 text; it is read as ${namesOfEncodings[encoding]}`,
    expected: "a file saved as UTF-8",
    publishable: true,
  });
  return withoutControls(new TextDecoder(encoding).decode(bytes), name, report);
}

const namesOfEncodings = {
  "utf-16le": "UTF-16",
  "utf-16be": "UTF-16",
  "windows-1252": "Western text (Windows-1252)",
} as const;

/** The encoding of text that is not UTF-8: UTF-16 begins with a mark of its byte order; most other text is Western. */
function encodingOf(bytes: Uint8Array): keyof typeof namesOfEncodings {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "windows-1252";
}

/** Text without control characters, which no HTML and XML may have. */
function withoutControls(text: string, name: string, report: Report): string {
  const controls = /[\0-\x08\x0e-\x1f]/g;
  if (text.search(controls) === -1) return text;
  report.warn("Control characters are left out of these pages", name);
  return text.replace(controls, "");
}
