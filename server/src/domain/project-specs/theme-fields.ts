import { camelCase, type FieldTree, putAt, valueAt } from "../projects/field-tree.ts";
import type { SettingValue } from "../projects/setting-fields.ts";
import { requireTheme, type ThemeInput } from "../themes/check-theme.ts";
import { type Theme, textKeys } from "../themes/theme.ts";

export type ThemeField = Readonly<{
  /** As in the contract and in a spec, below `theme`. */
  path: string;
  type: "text" | "number";
  about: string;
}>;

const colors = [
  ["primary", "Buttons and links."],
  ["on_primary", "Text on primary."],
  ["background", "Page background."],
  ["surface", "Background of cards and fields."],
  ["text", "Text on background and surface."],
  ["muted_text", "Less important text on background and surface."],
  ["error", "Error messages on background and surface."],
] as const;

const words = [
  ["subject", "Subject of the mail."],
  ["heading", "Heading of mail and page."],
  ["body", "Text of the mail."],
  ["button", "Label of the button."],
] as const;

/** All fields of a theme, in the order of a spec. */
export const themeFields: readonly ThemeField[] = [
  ...colors.map(([name, about]) => text(`colors.${name}`, about)),
  ...colors.map(([name, about]) => text(`dark_colors.${name}`, about)),
  {
    path: "corner_radius",
    type: "number",
    about: "Corner radius of buttons, fields and cards, 0 to 32 pixels.",
  },
  text("font_family", "Name of the font. Empty: the system font."),
  text("font_asset", "The uploaded font file. Empty: the font is not an uploaded one."),
  text("logo_asset", "The uploaded logo. Empty: none."),
  text("product_name", "Name on pages and in mails. Empty: the name of the project."),
  text("support_email", "Where users find help."),
  text("privacy_url", "Address of the privacy policy."),
  text("terms_url", "Address of the terms of use."),
  text("footer_text", "Last line of pages and mails."),
  ...textKeys.flatMap((key) => words.map(([name, about]) => text(`texts.${key}.${name}`, about))),
];

/** Read-only fields. A spec may contain them, and they change nothing. */
export const ignoredThemePaths = ["font_url", "logo_url"];

function text(path: string, about: string): ThemeField {
  return { path, type: "text", about };
}

/** The fields of a theme. Empty texts use the default, so they are left out. */
export function themeValuesOf(theme: Theme): Map<string, SettingValue> {
  const values = new Map<string, SettingValue>();
  for (const { path } of themeFields) {
    const value = valueAt(theme as unknown as FieldTree, keysOf(path));
    if (value !== undefined && !(value === "" && path.startsWith("texts."))) values.set(path, value);
  }
  return values;
}

/** The theme with these values; missing fields have their defaults. */
export function themeOfValues(values: ReadonlyMap<string, SettingValue>, hasDarkColors: boolean): Theme {
  const input: FieldTree = hasDarkColors ? { darkColors: {} } : {};
  for (const { path } of themeFields) {
    const value = values.get(path);
    if (value === undefined || (!hasDarkColors && path.startsWith("dark_colors."))) continue;
    putAt(input, keysOf(path), value);
  }
  return requireTheme(input as ThemeInput);
}

/** The names of emails are keys of a map, not fields. */
function keysOf(path: string): string[] {
  return path.startsWith("texts.") ? path.split(".") : path.split(".").map(camelCase);
}
