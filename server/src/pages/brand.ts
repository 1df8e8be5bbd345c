import type { GetProjectConfigResponse } from "@svc/proto/svc/auth/v1/config_pb";
import type { Theme, ThemeColors } from "@svc/proto/svc/auth/v1/theme_pb";
import { type Colors, type Look, neutralLook } from "../wire/look.ts";

/** How a page looks: the theme of its project, every part of it checked or empty. */
export type Brand = Look &
  Readonly<{
    name: string;
    /** Paths on this server. */
    fontPath: string;
    logoPath: string;
    supportEmail: string;
    privacyUrl: string;
    termsUrl: string;
    footerText: string;
  }>;

const COLOR = /^#[0-9a-f]{6}$/i;
const FONT_FAMILY = /^[a-z0-9][a-z0-9 _-]{0,63}$/i;
const ASSET_PATH = /^\/[\w./-]+$/;
const EMAIL = /^[^\s@<>"?&%]+@[^\s@<>"?&%]+$/;

/** For answers that belong to no project, and for what a theme leaves out. */
export const neutralBrand: Brand = {
  name: "",
  ...neutralLook,
  fontPath: "",
  logoPath: "",
  supportEmail: "",
  privacyUrl: "",
  termsUrl: "",
  footerText: "",
};

/** Whatever could leave its place in the style sheet or an address falls back to the neutral look. */
export function brandOf(
  config: Pick<GetProjectConfigResponse, "projectName" | "theme">,
  baseUrl: string,
): Brand {
  const { theme } = config;
  if (!theme) return { ...neutralBrand, name: config.projectName };
  return {
    name: theme.productName || config.projectName,
    ...palettes(theme),
    cornerRadius: Math.min(Math.max(theme.cornerRadius, 0), 32),
    fontFamily: FONT_FAMILY.test(theme.fontFamily) ? theme.fontFamily : "",
    fontPath: assetPath(theme.fontUrl, baseUrl),
    logoPath: assetPath(theme.logoUrl, baseUrl),
    supportEmail: EMAIL.test(theme.supportEmail) ? theme.supportEmail : "",
    privacyUrl: webAddress(theme.privacyUrl),
    termsUrl: webAddress(theme.termsUrl),
    footerText: theme.footerText,
  };
}

function palettes({ colors, darkColors }: Theme): Pick<Brand, "light" | "dark"> {
  if (!colors) return { light: neutralBrand.light, dark: neutralBrand.dark };
  const light = palette(colors, neutralBrand.light);
  return { light, dark: darkColors && palette(darkColors, light) };
}

function palette(colors: ThemeColors, fallback: Colors): Colors {
  const pick = (name: keyof Colors): string => (COLOR.test(colors[name]) ? colors[name] : fallback[name]);
  return {
    primary: pick("primary"),
    onPrimary: pick("onPrimary"),
    background: pick("background"),
    surface: pick("surface"),
    text: pick("text"),
    mutedText: pick("mutedText"),
    error: pick("error"),
  };
}

/** Only this server's own files: a page asks nobody else for anything. */
function assetPath(address: string, baseUrl: string): string {
  const url = address === "" ? null : URL.parse(address, baseUrl);
  return url?.origin === new URL(baseUrl).origin && ASSET_PATH.test(url.pathname) ? url.pathname : "";
}

function webAddress(address: string): string {
  const url = URL.parse(address);
  return url && /^https?:$/.test(url.protocol) ? url.href : "";
}
