import { type FieldTree, putAt } from "../projects/field-tree.ts";
import { isSameValue } from "../projects/setting-fields.ts";
import { defaultTheme, type Theme } from "../themes/theme.ts";
import { NONE, type SpecToApply } from "./parse-spec.ts";
import type { SpecChange } from "./spec-change.ts";
import { themeFields, themeOfValues, themeValuesOf } from "./theme-fields.ts";

export type ThemePlan = {
  theme: Theme;
  changes: SpecChange[];
  /** Whether the spec has a theme. */
  isGiven: boolean;
};

/**
 * A spec without a theme resets it to the default, and a part that the theme leaves out gets its default. With `merge`,
 * everything that is left out stays unchanged.
 */
export function planTheme(spec: SpecToApply, current: Theme): ThemePlan {
  const isGiven = spec.sections.has("theme");
  if (spec.merge && !isGiven) return { theme: current, isGiven, changes: [] };
  const theme = isGiven ? givenTheme(spec, current) : defaultTheme;
  const [before, after] = [themeValuesOf(current), themeValuesOf(theme)];
  const changed = themeFields
    .map(({ path }) => path)
    .filter((path) => !isSameValue(before.get(path), after.get(path)));
  if (changed.length > 0 && !isGiven) {
    const oldValue: FieldTree = {};
    for (const [path, value] of before) putAt(oldValue, path.split("."), value);
    return { theme, isGiven, changes: [{ path: "theme", kind: "reset", oldValue }] };
  }
  const changes = changed.map(
    (path): SpecChange => ({
      path: `theme.${path}`,
      kind: "set",
      oldValue: before.get(path),
      newValue: after.get(path),
    }),
  );
  return { theme, isGiven, changes };
}

function givenTheme({ themeValues, sections, merge }: SpecToApply, current: Theme): Theme {
  const isNone = themeValues.get("dark_colors") === NONE;
  if (!merge) return themeOfValues(themeValues, !isNone);
  const hasDark = current.darkColors !== undefined || sections.has("theme.dark_colors");
  return themeOfValues(new Map([...themeValuesOf(current), ...themeValues]), hasDark && !isNone);
}
