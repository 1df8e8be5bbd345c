import type { MessageInitShape } from "@bufbuild/protobuf";
import { ThemeService } from "@svc/proto/svc/admin/v1/themes_pb";
import type { ThemeSchema } from "@svc/proto/svc/auth/v1/theme_pb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines } from "../../testing/engines.ts";
import { failureOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

type Theme = MessageInitShape<typeof ThemeSchema>;

const long = (length: number): string => "é".repeat(length);
const CONTROLS = ["a\0b", "a\tb", "a\x1bb", "a\x7fb", "a\u0085b", "a\u2028b", "a\u202eb", "a\u2066b"];

const refused: Array<[field: string, theme: Theme]> = [
  ...["red", "#fff", "#1d4ed8ff", "1d4ed8", "#1d4eg8", "#1d4ed8 ", "#1d4ed8;}", "rgb(0,0,0)", "url(x)"].map(
    (primary): [string, Theme] => ["theme.colors.primary", { colors: { primary } }],
  ),
  ["theme.colors.on_primary", { colors: { onPrimary: "</style><script>" } }],
  ["theme.dark_colors.muted_text", { darkColors: { mutedText: "grey" } }],
  ["theme.corner_radius", { cornerRadius: -1 }],
  ["theme.corner_radius", { cornerRadius: 33 }],
  ...["Inter;}", `"Inter"`, "Inter, serif", "x".repeat(65), "é", "-x", "a\nb", "</style>", "url(x)"].map(
    (fontFamily): [string, Theme] => ["theme.font_family", { fontFamily }],
  ),
  ["theme.font_family", { fontAsset: `${"0".repeat(32)}.woff2` }],
  ["theme.font_asset", { fontFamily: "Inter", fontAsset: `${"0".repeat(32)}.woff2` }],
  ...["nope", "../../etc/passwd", `${"0".repeat(32)}.png`, "https://evil.example/x.png"].map(
    (logoAsset): [string, Theme] => ["theme.logo_asset", { logoAsset }],
  ),
  ...[
    "http://example.com/",
    "javascript:alert(1)",
    "data:text/html,x",
    "//example.com",
    "example.com",
    "https://",
    "https://u@example.com/",
    "https://u:p@example.com/",
    "https://exa\tmple.com",
    `https://example.com/${"x".repeat(2000)}`,
    `https://example.com/${long(700)}`,
  ].flatMap(
    (url): Array<[string, Theme]> => [
      ["theme.privacy_url", { privacyUrl: url }],
      ["theme.terms_url", { termsUrl: url }],
    ],
  ),
  ...["nobody", "a@b@c", "a b@example.com", `"><script>@example.com`, "é@example.com"].map(
    (supportEmail): [string, Theme] => ["theme.support_email", { supportEmail }],
  ),
  ["theme.product_name", { productName: long(101) }],
  ["theme.product_name", { productName: "a\nb" }],
  ["theme.footer_text", { footerText: long(501) }],
  ["theme.footer_text", { footerText: `a${"\n".repeat(500)}b` }],
  ["theme.texts", { texts: { welcome: { heading: "Hi" } } }],
  ["theme.texts", { texts: { invite_admin: { heading: "Hi" } } }],
  ["theme.texts.verify_email.subject", { texts: { verify_email: { subject: long(151) } } }],
  ["theme.texts.verify_email.subject", { texts: { verify_email: { subject: "a\r\nBcc: b@example.com" } } }],
  ["theme.texts.reset_password.heading", { texts: { reset_password: { heading: long(151) } } }],
  ["theme.texts.change_email.body", { texts: { change_email: { body: long(2001) } } }],
  ["theme.texts.delete_account.button", { texts: { delete_account: { button: long(61) } } }],
  ...CONTROLS.flatMap(
    (text): Array<[string, Theme]> => [
      ["theme.product_name", { productName: text }],
      ["theme.footer_text", { footerText: text }],
      ["theme.texts.invite_user.body", { texts: { invite_user: { body: text } } }],
      ["theme.texts.email_changed.heading", { texts: { email_changed: { heading: text } } }],
    ],
  ),
];

/** On white, #777777 has 4.47 and #767676 has 4.54. */
const white = { background: "#ffffff", surface: "#ffffff" };
const unreadable: Array<[pair: string, ratio: string, colors: NonNullable<Theme["colors"]>]> = [
  ["text/background", "4.47", { ...white, text: "#777777" }],
  [
    "text/surface",
    "4.47",
    { background: "#000000", surface: "#777777", text: "#ffffff", mutedText: "#ffffff", error: "#ffffff" },
  ],
  ["muted_text/background", "4.47", { ...white, mutedText: "#777777" }],
  ["muted_text/surface", "3.91", { ...white, surface: "#eeeeee", mutedText: "#767676" }],
  ["error/background", "3.99", { ...white, error: "#ff0000" }],
  ["error/surface", "3.91", { ...white, surface: "#eeeeee", error: "#767676" }],
  ["on_primary/primary", "1.00", { primary: "#ffffff", onPrimary: "#ffffff" }],
];

describe.each(engines)("what UpdateTheme takes on $kind", (engine) => {
  let t: TestApp;
  let token: string;
  beforeAll(async () => {
    t = await TestApp.open(engine);
    await t.addProject("Fernweh");
    token = (await t.addAdmin()).token;
  });
  afterAll(() => t.close());

  const update = (theme: Theme) =>
    t.client(ThemeService, { authorization: `Bearer ${token}` }).updateTheme({ project: "fernweh", theme });

  test.each(refused)("%s: %j is refused", async (field, theme) => {
    const { reason, metadata } = await failureOf(update(theme));
    expect({ reason, field: metadata.field }).toEqual({ reason: "INVALID_REQUEST", field });
    expect(metadata.problem).not.toBe("");
  });

  test("no theme at all is refused", async () => {
    const themes = t.client(ThemeService, { authorization: `Bearer ${token}` });
    expect(await failureOf(themes.updateTheme({ project: "fernweh" }))).toMatchObject({
      reason: "INVALID_REQUEST",
      metadata: { field: "theme" },
    });
  });

  test("what is as long as it may be is taken", async () => {
    const text = {
      subject: long(150),
      heading: long(150),
      body: `${long(1990)}\n\n${long(8)}`,
      button: long(60),
    };
    const theme = {
      cornerRadius: 32,
      fontFamily: "x".repeat(64),
      productName: long(100),
      footerText: long(500),
      privacyUrl: `https://example.com/${"x".repeat(1980)}`,
      texts: {
        verify_email: text,
        reset_password: text,
        change_email: text,
        email_changed: text,
        account_exists: text,
        invite_user: text,
        delete_account: text,
      },
    };
    const { revision } = await update(theme);
    expect(revision?.theme).toMatchObject(theme);
  });

  test("markup and quotes are plain text like any other", async () => {
    const { revision } = await update({ productName: `"><b>&'`, footerText: "</style>" });
    expect(revision?.theme).toMatchObject({ productName: `"><b>&'`, footerText: "</style>" });
  });

  test.each(unreadable)("%s must be readable, and is told with its ratio", async (pair, ratio, colors) => {
    const [text = "", ground = ""] = pair.split("/");
    for (const [key, field] of [
      ["colors", "colors"],
      ["darkColors", "dark_colors"],
    ] as const) {
      const dark = {
        background: "#ffffff",
        surface: "#ffffff",
        text: "#000000",
        mutedText: "#000000",
        error: "#000000",
        primary: "#000000",
        onPrimary: "#ffffff",
      };
      expect((await failureOf(update({ [key]: { ...dark, ...colors } }))).metadata).toEqual({
        field: `theme.${field}.${text}`,
        problem: expect.stringContaining(`on ${ground}: the contrast is ${ratio} and must be at least 4.5`),
        pair,
        ratio,
      });
    }
  });

  test("a contrast of just above 4.5 is enough", async () => {
    const colors = {
      ...white,
      text: "#767676",
      mutedText: "#767676",
      error: "#767676",
      primary: "#ffffff",
      onPrimary: "#767676",
    };
    expect((await update({ colors, darkColors: colors })).revision?.theme?.colors).toMatchObject(colors);
  });
});
