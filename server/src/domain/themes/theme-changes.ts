import { invalidRequest } from "../../errors.ts";
import type { ThemeInput } from "./check-theme.ts";
import { defaultTheme, type Theme, type ThemeColors } from "./theme.ts";

type Changes<T> = { [Part in keyof T]?: T[Part] | undefined };

/** Parts of a theme. Absent parts stay unchanged, empty parts get their defaults. */
export type ThemeChanges = Readonly<
  Changes<Omit<ThemeInput, "colors" | "darkColors">> & {
    colors?: Changes<ThemeColors> | undefined;
    darkColors?: Changes<ThemeColors> | undefined;
    removeDarkColors?: boolean;
  }
>;

/** The theme with these parts changed, still to be checked. */
export function withChanges(theme: Theme, changes: ThemeChanges): ThemeInput {
  const { colors = {}, darkColors, texts, removeDarkColors = false, ...parts } = changes;
  if (removeDarkColors && darkColors) {
    throw invalidRequest("changes.remove_dark_colors", "cannot be set together with dark_colors");
  }
  const dark = theme.darkColors ?? (darkColors && defaultTheme.darkColors);
  return {
    ...theme,
    ...given(parts),
    colors: { ...theme.colors, ...given(colors) },
    darkColors: removeDarkColors ? undefined : dark && { ...dark, ...given(darkColors ?? {}) },
    texts: { ...theme.texts, ...texts },
  };
}

function given<T extends object>(parts: T): { [Part in keyof T]?: Exclude<T[Part], undefined> } {
  const entries = Object.entries(parts).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Part in keyof T]?: Exclude<T[Part], undefined> };
}
