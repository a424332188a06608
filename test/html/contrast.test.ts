import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const style = (name: string) =>
  readFileSync(new URL(`../../build/layouts/assets/style/${name}.css`, import.meta.url), "utf8");
const schemes = ["light", "dark"] as const;
type Scheme = (typeof schemes)[number];

const css = style("1-tokens");

/** A property of the tokens in a scheme, as it is written or as a mix of others, in hexadecimal. */
function token(name: string, scheme: Scheme): string {
  const [, written = ""] = new RegExp(`--${name}: ([^;]+);`).exec(css) ?? [];
  return colourOf(written, scheme);
}

function colourOf(written: string, scheme: Scheme): string {
  if (written.startsWith("#")) return written;
  const [, other] = /^var\(--([\w-]+)\)$/.exec(written) ?? [];
  if (other !== undefined) return token(other, scheme);
  const [, light = "", dark = ""] = /^light-dark\((.+), (.+)\)$/.exec(written) ?? [];
  if (light !== "") return colourOf(scheme === "light" ? light : dark, scheme);
  const [, first = "", second = "", share] = /^color-mix\(in srgb, (.+), (.+) (\d+)%\)$/.exec(written) ?? [];
  if (share === undefined) throw new Error(`no colour: ${written}`);
  return mixed(colourOf(first, scheme), colourOf(second, scheme), Number(share) / 100);
}

function mixed(a: string, b: string, share: number): string {
  const channel = (hex: string, at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  const parts = [1, 3, 5].map((at) => Math.round(channel(a, at) * (1 - share) + channel(b, at) * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

/** Contrast ratio as WCAG 2.2 defines it. */
function contrast(a: string, b: string): number {
  const [darker, lighter] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const channel = parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

test("the ratio is the one of the recommendation", () => {
  expect(contrast("#ffffff", "#000000")).toBeCloseTo(21);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
});

// The beam lies behind text too: its strongest colour is what text must stand out from.
describe.each(schemes)("%s", (scheme) => {
  test.each([
    ["text", "surface", 7],
    ["text", "raised", 7],
    ["text", "beam", 7],
    ["soft", "surface", 7],
    ["soft", "raised", 7],
    ["soft", "beam", 4.5],
    ["fault", "surface", 4.5],
    ["accent", "surface", 3],
    ["accent", "beam", 3],
    ["strong", "surface", 3],
  ] as const)("%s on %s is at least %d to 1", (text, ground, least) => {
    expect(contrast(token(text, scheme), token(ground, scheme))).toBeGreaterThanOrEqual(least);
  });
});

test("what is written on light can be read there, by day and by night", () => {
  for (const scheme of schemes)
    expect(contrast(token("on-light", scheme), token("light", scheme))).toBeGreaterThanOrEqual(7);
});
