import { create } from "@bufbuild/protobuf";
import { type Theme, type ThemeColors, ThemeSchema, type ThemeText } from "@svc/proto/svc/auth/v1/theme_pb";

export type ColourName = "primary" | "onPrimary" | "background" | "surface" | "text" | "mutedText" | "error";
export type Colours = Readonly<Record<ColourName, string>>;
export type Wording = Readonly<Record<"subject" | "heading" | "body" | "button", string>>;

/** A theme as the form edits it: plain values, which can be compared and sent. */
export type ThemeValues = {
  colors: Colours;
  darkColors: Colours | undefined;
  cornerRadius: number | undefined;
  fontFamily: string;
  fontAsset: string;
  logoAsset: string;
  productName: string;
  supportEmail: string;
  privacyUrl: string;
  termsUrl: string;
  footerText: string;
  texts: Readonly<Record<string, Wording>>;
};

export const colourNames: readonly ColourName[] = [
  "primary",
  "onPrimary",
  "background",
  "surface",
  "text",
  "mutedText",
  "error",
];

export const noWording: Wording = { subject: "", heading: "", body: "", button: "" };

export function valuesOf(theme: Theme = create(ThemeSchema)): ThemeValues {
  return {
    colors: coloursOf(theme.colors),
    darkColors: theme.darkColors && coloursOf(theme.darkColors),
    cornerRadius: theme.cornerRadius,
    fontFamily: theme.fontFamily,
    fontAsset: theme.fontAsset,
    logoAsset: theme.logoAsset,
    productName: theme.productName,
    supportEmail: theme.supportEmail,
    privacyUrl: theme.privacyUrl,
    termsUrl: theme.termsUrl,
    footerText: theme.footerText,
    texts: Object.fromEntries(Object.entries(theme.texts).map(([key, text]) => [key, wordingOf(text)])),
  };
}

/** As the contract takes it. An empty number is none: the server says so. */
export function themeOf({ cornerRadius, darkColors, ...values }: ThemeValues) {
  return { ...values, ...(darkColors && { darkColors }), cornerRadius: cornerRadius ?? -1 };
}

/** What dark mode begins with when somebody switches it on. */
export const firstDarkColours: Colours = {
  primary: "#8ab4ff",
  onPrimary: "#0b1220",
  background: "#0f1216",
  surface: "#1a1e25",
  text: "#eceef2",
  mutedText: "#a3abba",
  error: "#ff9d94",
};

function coloursOf(colors: ThemeColors | undefined): Colours {
  return Object.fromEntries(colourNames.map((name) => [name, colors?.[name] ?? ""])) as Colours;
}

function wordingOf({ subject, heading, body, button }: ThemeText): Wording {
  return { subject, heading, body, button };
}
