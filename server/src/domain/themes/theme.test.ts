import { describe, expect, test } from "vitest";
import { defaultTheme, type ThemeColors, themeOf } from "./theme.ts";

/** WCAG 2: relative luminance. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

const schemes: [string, ThemeColors | undefined][] = [
  ["light", defaultTheme.colors],
  ["dark", defaultTheme.darkColors],
];

describe.each(schemes)("the default %s colours", (_, colors) => {
  test.each([
    ["onPrimary", "primary"],
    ["text", "background"],
    ["text", "surface"],
    ["mutedText", "background"],
    ["mutedText", "surface"],
    ["error", "background"],
    ["error", "surface"],
    ["primary", "background"],
    ["primary", "surface"],
  ] as const)("%s is readable on %s", (text, ground) => {
    expect(contrast(colors?.[text] ?? "", colors?.[ground] ?? "")).toBeGreaterThanOrEqual(4.5);
  });
});

test("a theme without a product name has the project's", () => {
  expect(themeOf({ name: "Demo" }).productName).toBe("Demo");
});
