import { describe, expect, test } from "vitest";
import { contrast } from "./contrast.ts";
import { defaultTheme, isSameTheme, readTheme, storedForm, type ThemeColors } from "./theme.ts";

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

// The figures are those of WCAG's own examples and of browsers' developer tools.
test.each([
  ["#000000", "#ffffff", 21],
  ["#ffffff", "#000000", 21],
  ["#777777", "#ffffff", 4.478],
  ["#767676", "#ffffff", 4.542],
  ["#0000ff", "#ffffff", 8.592],
  ["#ff0000", "#ffffff", 3.998],
  ["#123456", "#123456", 1],
])("the contrast of %s and %s is %f", (a, b, expected) => {
  expect(contrast(a, b)).toBeCloseTo(expected, 2);
});

test("a theme survives storage, and the default one follows the server's", () => {
  const light = { ...defaultTheme, darkColors: undefined, texts: { verify_email: { heading: "Hi" } } };
  expect(isSameTheme(readTheme(storedForm(light)), light)).toBe(true);
  expect(storedForm({ ...defaultTheme })).toBeNull();
  expect(readTheme(null)).toBe(defaultTheme);
  expect(isSameTheme(light, { ...light, darkColors: defaultTheme.darkColors })).toBe(false);
});

test("a part that was added after a theme was saved has its default", () => {
  expect(readTheme('{"productName":"Old"}')).toEqual({
    ...defaultTheme,
    darkColors: undefined,
    productName: "Old",
  });
});
