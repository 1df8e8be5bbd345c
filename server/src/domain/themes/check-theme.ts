import { invalidRequest } from "../../errors.ts";
import { requireEmail } from "../accounts/email.ts";
import { requireColors } from "./check-colors.ts";
import { requireLine, requireLines, requireWebAddress } from "./check-text.ts";
import { defaultTheme, type Theme, type ThemeColors, type ThemeText, textKeys } from "./theme.ts";

/** A theme as sent by the caller. Absent and empty fields have their defaults. */
export type ThemeInput = Readonly<
  Partial<Omit<Theme, "colors" | "darkColors" | "texts">> & {
    colors?: Partial<ThemeColors> | undefined;
    darkColors?: Partial<ThemeColors> | undefined;
    texts?: Readonly<Record<string, ThemeText>>;
  }
>;

const MAX_RADIUS = 32;
const FONT_FAMILY = /^[a-z0-9][a-z0-9 _-]{0,63}$/i;

/**
 * The theme in the form in which it is stored. Throws INVALID_REQUEST with the invalid field. Does not check whether its
 * files exist.
 */
export function requireTheme(input: ThemeInput): Theme {
  const { colors = {}, darkColors } = input;
  const defaultDark = defaultTheme.darkColors ?? defaultTheme.colors;
  return {
    colors: requireColors(colors, defaultTheme.colors, "theme.colors"),
    darkColors: darkColors && requireColors(darkColors, defaultDark, "theme.dark_colors"),
    cornerRadius: requireRadius(input.cornerRadius ?? defaultTheme.cornerRadius),
    fontFamily: requireFontFamily(input),
    fontAsset: input.fontAsset ?? "",
    logoAsset: input.logoAsset ?? "",
    productName: requireLine(input.productName, "theme.product_name", 100),
    supportEmail: input.supportEmail ? requireEmail(input.supportEmail, "theme.support_email") : "",
    privacyUrl: requireWebAddress(input.privacyUrl, "theme.privacy_url"),
    termsUrl: requireWebAddress(input.termsUrl, "theme.terms_url"),
    footerText: requireLines(input.footerText, "theme.footer_text", 500),
    texts: requireTexts(input.texts ?? {}),
  };
}

/** A theme for a preview, without checks. The renderer uses defaults for invalid values. */
export function draftTheme(input: ThemeInput): Theme {
  const { colors, darkColors, texts = {}, ...rest } = input;
  const defaultDark = defaultTheme.darkColors ?? defaultTheme.colors;
  return {
    ...defaultTheme,
    ...rest,
    colors: withDefaults(colors ?? {}, defaultTheme.colors),
    darkColors: darkColors && withDefaults(darkColors, defaultDark),
    texts,
  };
}

function withDefaults(given: Partial<ThemeColors>, defaults: ThemeColors): ThemeColors {
  const names = Object.keys(defaults) as Array<keyof ThemeColors>;
  return Object.fromEntries(names.map((name) => [name, given[name] || defaults[name]])) as ThemeColors;
}

function requireRadius(radius: number): number {
  if (Number.isInteger(radius) && radius >= 0 && radius <= MAX_RADIUS) return radius;
  throw invalidRequest("theme.corner_radius", `must be a whole number from 0 to ${MAX_RADIUS}`);
}

function requireFontFamily({ fontFamily = "", fontAsset = "" }: ThemeInput): string {
  const family = fontFamily.trim();
  if (family === "" && fontAsset !== "") {
    throw invalidRequest("theme.font_family", "is required for the uploaded font");
  }
  if (family === "" || FONT_FAMILY.test(family)) return family;
  throw invalidRequest("theme.font_family", "must be 1 to 64 plain letters, digits, spaces and dashes");
}

function requireTexts(texts: Readonly<Record<string, ThemeText>>): Theme["texts"] {
  const unknown = Object.keys(texts).find((key) => !textKeys.some((known) => known === key));
  if (unknown !== undefined) {
    throw invalidRequest("theme.texts", `must have only the keys ${textKeys.join(", ")}`);
  }
  const entries = textKeys.flatMap((key) => {
    const text = requireText(texts[key] ?? {}, `theme.texts.${key}`);
    return Object.values(text).some((words) => words !== "") ? [[key, text] as const] : [];
  });
  return Object.fromEntries(entries);
}

function requireText(text: ThemeText, field: string): Required<ThemeText> {
  return {
    subject: requireLine(text.subject, `${field}.subject`, 150),
    heading: requireLine(text.heading, `${field}.heading`, 150),
    body: requireLines(text.body, `${field}.body`, 2000),
    button: requireLine(text.button, `${field}.button`, 60),
  };
}
