import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const style = (name: string) =>
  readFileSync(new URL(`../../build/layouts/assets/style/${name}.css`, import.meta.url), "utf8");
const schemes = ["light", "dark"] as const;
type Scheme = (typeof schemes)[number];

const pairs = (css: string) =>
  [...css.matchAll(/light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, light, dark]) => ({ light, dark }) as Record<Scheme, string>,
  );
const tokens = new Map(
  [...style("1-tokens").matchAll(/--([a-z]+): (light-dark\([^)]*\))/g)].map(([, name, value]) => [
    name,
    pairs(value as string)[0],
  ]),
);

function token(name: string, scheme: Scheme): string {
  const value = tokens.get(name)?.[scheme];
  if (!value) throw new Error(`no colour --${name}`);
  return value;
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
    ["ink", "floor", 7],
    ["ink", "alcove", 7],
    ["ink", "beam", 7],
    ["soft", "floor", 7],
    ["soft", "alcove", 7],
    ["soft", "beam", 4.5],
    ["fault", "floor", 4.5],
    ["amber", "floor", 3],
    ["amber", "beam", 3],
    ["wall", "floor", 3],
  ] as const)("%s on %s is at least %d to 1", (text, ground, least) => {
    expect(contrast(token(text, scheme), token(ground, scheme))).toBeGreaterThanOrEqual(least);
  });

  test("every colour of code stands out from its ground", () => {
    const colours = pairs(style("8-code"));
    expect(colours.length).toBeGreaterThan(0);
    for (const colour of colours) expect(contrast(colour[scheme], token("alcove", scheme))).toBeGreaterThanOrEqual(7);
  });
});

test("what is written on light can be read there, by day and by night", () => {
  for (const scheme of schemes) expect(contrast("#15272b", token("light", scheme))).toBeGreaterThanOrEqual(7);
});
