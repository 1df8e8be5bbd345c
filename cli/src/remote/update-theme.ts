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
  { colors, darkColors, texts, fontUrl: _, logoUrl: __, ...fields }: ThemeChanges,
  etag = "",
): Promise<UpdateThemeResponseJson> {
  const whole = texts && (await wholeTexts(call, project, texts));
  const changes = {
    ...fields,
    ...(colors && { colors }),
    ...(darkColors && { darkColors }),
    ...(darkColors === null && { removeDarkColors: true }),
    ...(whole && { texts: whole.texts }),
  };
  return call("ThemeService", "updateTheme", { project, changes, etag: etag || (whole?.etag ?? "") });
}

/** The server replaces the wording of a mail whole; what was not typed stays as it is, in the version that was read. */
async function wholeTexts(
  call: Call,
  project: string,
  texts: Readonly<Record<string, ThemeTextJson>>,
): Promise<{ texts: Record<string, ThemeTextJson>; etag: string }> {
  const { revision } = await call("ThemeService", "getTheme", { project });
  const present = revision?.theme?.texts ?? {};
  const merged = Object.entries(texts).map(
    ([mail, words]) => [mail, { ...present[mail], ...words }] as const,
  );
  return { texts: Object.fromEntries(merged), etag: revision?.etag ?? "" };
}
