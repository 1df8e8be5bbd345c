export type Colors = Readonly<
  Record<"primary" | "onPrimary" | "background" | "surface" | "text" | "mutedText" | "error", string>
>;

/** The colours, font and corners that the pages for users and those for developers share. */
export type Look = Readonly<{
  light: Colors;
  /** Undefined when dark mode has the same colours. */
  dark: Colors | undefined;
  cornerRadius: number;
  fontFamily: string;
}>;

/** For pages that belong to no project, and for what a theme leaves out. */
export const neutralLook: Look = {
  light: {
    primary: "#1d4ed8",
    onPrimary: "#ffffff",
    background: "#f4f5f7",
    surface: "#ffffff",
    text: "#16181d",
    mutedText: "#5a6170",
    error: "#b42318",
  },
  dark: {
    primary: "#8ab4ff",
    onPrimary: "#0b1220",
    background: "#0f1216",
    surface: "#1a1e25",
    text: "#eceef2",
    mutedText: "#a3abba",
    error: "#ff9d94",
  },
  cornerRadius: 10,
  fontFamily: "",
};

const SYSTEM_FONT = `system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif`;

/** CSS variables for colours, font and corner radius, in light and dark mode. */
export function themeVariables({ light, dark, cornerRadius, fontFamily }: Look): string {
  const font = fontFamily === "" ? SYSTEM_FONT : `"${fontFamily}", ${SYSTEM_FONT}`;
  const night = dark ? `@media (prefers-color-scheme: dark) { :root { ${colors(dark)} } }` : "";
  return `:root { color-scheme: ${dark ? "light dark" : "light"}; --radius: ${cornerRadius}px; --font: ${font}; ${colors(light)} }
${night}`;
}

function colors(palette: Colors): string {
  return `--primary: ${palette.primary}; --on-primary: ${palette.onPrimary}; --background: ${palette.background}; --surface: ${palette.surface}; --text: ${palette.text}; --muted: ${palette.mutedText}; --error: ${palette.error};`;
}

/** The style rules fixed to light or dark mode, whatever the viewer's system prefers. */
export function inScheme(style: string, isDark: boolean): string {
  return style
    .replaceAll("@media (prefers-color-scheme: dark)", isDark ? "@media all" : "@media not all")
    .replaceAll("color-scheme: light dark;", `color-scheme: ${isDark ? "dark" : "light"};`);
}
