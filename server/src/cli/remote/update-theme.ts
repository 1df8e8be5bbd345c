import type { UpdateThemeResponseJson } from "@svc/proto/svc/admin/v1/themes_pb";
import type { ThemeColorsJson, ThemeJson, ThemeTextJson } from "@svc/proto/svc/auth/v1/theme_pb";
import type { Call } from "./client.ts";

/** The parts of a theme to change. `darkColors: null` drops the colours for dark mode. */
export type ThemeChanges = Readonly<
  Omit<ThemeJson, "colors" | "darkColors" | "texts"> & {
    colors?: ThemeColorsJson;
    darkColors?: ThemeColorsJson | null;
    texts?: Readonly<Record<string, ThemeTextJson>>;
  }
>;

/** Changes parts of the theme in use; the rest stays as it is. */
export async function updateTheme(
  call: Call,
  project: string,
  { colors, darkColors, texts = {}, ...fields }: ThemeChanges,
): Promise<UpdateThemeResponseJson> {
  const { revision } = await call("ThemeService", "getTheme", { project });
  const { darkColors: dark, texts: wordings = {}, ...theme } = revision?.theme ?? {};
  const nextDark = darkColors === undefined ? dark : darkColors && { ...dark, ...darkColors };
  const changed = Object.entries(texts).map(([mail, words]) => [mail, { ...wordings[mail], ...words }]);
  return call("ThemeService", "updateTheme", {
    project,
    theme: {
      ...theme,
      ...fields,
      colors: { ...theme.colors, ...colors },
      ...(nextDark && { darkColors: nextDark }),
      texts: { ...wordings, ...Object.fromEntries(changed) },
    },
  });
}
