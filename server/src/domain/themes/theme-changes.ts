import { invalidRequest } from "../../errors.ts";
import type { ThemeInput } from "./check-theme.ts";
import { defaultTheme, type Theme, type ThemeColors } from "./theme.ts";

/** Parts of a theme; what is absent stays as it is. */
export type ThemeChanges = Readonly<
  { [Part in keyof ThemeInput]?: ThemeInput[Part] | undefined } & { removeDarkColors?: boolean }
>;

/** The theme with these parts changed, still to be checked. */
export function withChanges(theme: Theme, changes: ThemeChanges): ThemeInput {
  const { colors, darkColors, texts, removeDarkColors = false, ...given } = changes;
  if (removeDarkColors && darkColors) {
    throw invalidRequest("changes.remove_dark_colors", "cannot be set together with dark_colors");
  }
  const dark = theme.darkColors ?? (darkColors && defaultTheme.darkColors);
  return {
    ...theme,
    ...whereGiven(given),
    colors: overlaid(theme.colors, colors),
    darkColors: removeDarkColors ? undefined : dark && overlaid(dark, darkColors),
    texts: { ...theme.texts, ...texts },
  };
}

/** An empty colour stays as it is. */
function overlaid(colors: ThemeColors, given: Partial<ThemeColors> = {}): ThemeColors {
  const named = Object.entries(given).filter(([name, color]) => name in colors && color !== "");
  return { ...colors, ...Object.fromEntries(named) };
}

function whereGiven(values: ThemeChanges): ThemeInput {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
