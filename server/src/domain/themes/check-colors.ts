import { AppError, invalidRequest } from "../../errors.ts";
import { contrast } from "./contrast.ts";
import type { ThemeColors } from "./theme.ts";

type ColorName = keyof ThemeColors;

/** The names in the API. */
export const colorNames: Readonly<Record<ColorName, string>> = {
  primary: "primary",
  onPrimary: "on_primary",
  background: "background",
  surface: "surface",
  text: "text",
  mutedText: "muted_text",
  error: "error",
};

/** The text colours of pages and emails, each with its background. */
const pairs: ReadonlyArray<readonly [ColorName, ColorName]> = [
  ["text", "background"],
  ["text", "surface"],
  ["mutedText", "background"],
  ["mutedText", "surface"],
  ["error", "background"],
  ["error", "surface"],
  ["onPrimary", "primary"],
];

const LEAST_CONTRAST = 4.5;

/** Fills in defaults for empty colours and checks the contrast. `field` is the path of the colours. */
export function requireColors(
  given: Partial<ThemeColors>,
  defaults: ThemeColors,
  field: string,
): ThemeColors {
  const pick = (name: ColorName): string => {
    const color = given[name] || defaults[name];
    if (/^#[0-9a-f]{6}$/i.test(color)) return color.toLowerCase();
    throw invalidRequest(`${field}.${colorNames[name]}`, "must be a colour such as #1d4ed8");
  };
  const colors: ThemeColors = {
    primary: pick("primary"),
    onPrimary: pick("onPrimary"),
    background: pick("background"),
    surface: pick("surface"),
    text: pick("text"),
    mutedText: pick("mutedText"),
    error: pick("error"),
  };
  for (const [text, ground] of pairs) requireReadable(colors, text, ground, field);
  return colors;
}

function requireReadable(colors: ThemeColors, text: ColorName, ground: ColorName, field: string): void {
  const found = contrast(colors[text], colors[ground]);
  if (found >= LEAST_CONTRAST) return;
  // Truncated, not rounded: 4.499 must not be shown as 4.50.
  const ratio = (Math.floor(found * 100) / 100).toFixed(2);
  const [above, below] = [colorNames[text], colorNames[ground]];
  const place = `${field}.${above}`;
  const problem = `is not readable on ${below}: the contrast is ${ratio} and must be at least ${LEAST_CONTRAST}`;
  throw new AppError("INVALID_REQUEST", `${place}: ${problem}`, {
    field: place,
    problem,
    pair: `${above}/${below}`,
    ratio,
  });
}
