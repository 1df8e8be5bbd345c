import { isDeepStrictEqual } from "node:util";

/** Each as `#rrggbb`. */
export type ThemeColors = Readonly<{
  primary: string;
  onPrimary: string;
  background: string;
  surface: string;
  text: string;
  mutedText: string;
  error: string;
}>;

/** Plain text. Empty or missing fields use the default text. */
export type ThemeText = Readonly<{ subject?: string; heading?: string; body?: string; button?: string }>;

/** The theme of a project's pages and emails: `svc.auth.v1.Theme`. */
export type Theme = Readonly<{
  colors: ThemeColors;
  /** Undefined: the light colours are always used. */
  darkColors?: ThemeColors | undefined;
  cornerRadius: number;
  /** Empty: the system font. */
  fontFamily: string;
  /** Names of uploaded files; empty for none. */
  fontAsset: string;
  logoAsset: string;
  productName: string;
  supportEmail: string;
  privacyUrl: string;
  termsUrl: string;
  footerText: string;
  /** By the name of the email or page. */
  texts: Readonly<Record<string, ThemeText>>;
}>;

/** Every text has a contrast of at least 4.5 to 1 on its background. A test checks this. */
export const defaultTheme: Theme = {
  colors: {
    primary: "#1d4ed8",
    onPrimary: "#ffffff",
    background: "#f4f5f7",
    surface: "#ffffff",
    text: "#16181d",
    mutedText: "#5a6170",
    error: "#b42318",
  },
  darkColors: {
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
  fontAsset: "",
  logoAsset: "",
  productName: "",
  supportEmail: "",
  privacyUrl: "",
  termsUrl: "",
  footerText: "",
  texts: {},
};

/** The emails, with their pages, whose texts a theme can replace. */
export const textKeys = [
  "verify_email",
  "reset_password",
  "change_email",
  "email_changed",
  "account_exists",
  "invite_user",
  "delete_account",
  "email_code",
] as const;

/** A field that was added after the theme was saved has its default. */
export function readTheme(stored: string | null): Theme {
  if (stored === null) return defaultTheme;
  return { ...defaultTheme, darkColors: undefined, ...(JSON.parse(stored) as Partial<Theme>) };
}

/** Null for the default theme, so that a later version of svc can change it. */
export function storedForm(theme: Theme): string | null {
  return isSameTheme(theme, defaultTheme) ? null : JSON.stringify(theme);
}

export function isSameTheme(a: Theme, b: Theme): boolean {
  return isDeepStrictEqual({ ...a, darkColors: a.darkColors }, { ...b, darkColors: b.darkColors });
}
