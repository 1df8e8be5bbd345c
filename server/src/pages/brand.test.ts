import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { ThemeSchema } from "@svc/proto/svc/auth/v1/theme_pb";
import { describe, expect, test } from "vitest";
import { render } from "../wire/html.ts";
import { wordingOf } from "../wording/wording.ts";
import { type Brand, brandOf, neutralBrand } from "./brand.ts";
import { pageDocument } from "./document.ts";
import { paragraphs } from "./sentences.ts";
import { styleSheet } from "./style.ts";

const BASE_URL = "https://auth.example.com";
const HOSTILE = [
  `"><script>alert(1)</script>`,
  "</style><script>alert(1)</script>",
  `red; } body { background: url(https://evil.example/) } a { color: red`,
  `#fff" onload="alert(1)`,
  "javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "expression(alert(1))",
  "\\3c script\\3e",
  `x@example.com?bcc=everybody@example.com"><img src=x onerror=alert(1)>`,
  "https://evil.example/logo.png",
  "//evil.example/logo.png",
  "/\\evil.example/logo.png",
];

const brandWith = (theme: MessageInitShape<typeof ThemeSchema>, baseUrl = BASE_URL): Brand =>
  brandOf({ projectName: "Fernweh", theme: create(ThemeSchema, theme) }, baseUrl);

const wording = await wordingOf("en");

function pageOf(brand: Brand, heading = "Hello"): string {
  const presentation = { brand, wording };
  const body = paragraphs(presentation, "page.contact");
  return render(pageDocument(presentation, { heading, body }, styleSheet(brand)));
}

const colors = {
  primary: "#0a7d55",
  onPrimary: "#FFFFFF",
  background: "#fbf7f0",
  surface: "#fffdf9",
  text: "#1b1a17",
  mutedText: "#5f5a50",
  error: "#a3231a",
};

describe("the theme on a page", () => {
  test("a project without a theme has the neutral look under its own name", () => {
    const brand = brandOf({ projectName: "Fernweh" }, BASE_URL);
    expect(brand).toEqual({ ...neutralBrand, name: "Fernweh" });
    expect(pageOf(brand)).toContain("prefers-color-scheme: dark");
  });

  test("every part of a theme is on the page", () => {
    const page = pageOf(
      brandWith({
        colors,
        darkColors: { ...colors, background: "#101010" },
        cornerRadius: 20,
        fontFamily: "Inter Tight",
        fontUrl: `${BASE_URL}/assets/f1.woff2`,
        logoUrl: `${BASE_URL}/assets/l1.png`,
        productName: "Fernweh Pro",
        supportEmail: "help@fernweh.example",
        privacyUrl: "https://fernweh.example/privacy?a=1&b=2",
        termsUrl: "https://fernweh.example/terms",
        footerText: "Fernweh GmbH\nBerlin",
      }),
    );
    for (const color of [...Object.values(colors), "#101010"]) expect(page).toContain(color);
    expect(page).toContain("--radius: 20px");
    expect(page).toContain('--font: "Inter Tight", system-ui');
    expect(page).toContain('src: url("/assets/f1.woff2")');
    expect(page).toContain('<img src="/assets/l1.png" alt="Fernweh Pro">');
    expect(page).toContain("<title>Hello · Fernweh Pro</title>");
    expect(page).toContain('href="mailto:help@fernweh.example"');
    expect(page).toContain('href="https://fernweh.example/privacy?a=1&#38;b=2"');
    expect(page).toContain('href="https://fernweh.example/terms"');
    expect(page).toContain("Fernweh GmbH\nBerlin");
  });

  test("without dark colours the page is light by night, too", () => {
    const page = pageOf(brandWith({ colors }));
    expect(page).toContain("color-scheme: light;");
    expect(page).not.toContain("prefers-color-scheme");
  });

  test.each(HOSTILE)("%j breaks out of no place it can be written to", (text) => {
    const hostile = Object.fromEntries(Object.keys(colors).map((name) => [name, text]));
    const brand = brandWith({
      colors: hostile,
      darkColors: hostile,
      cornerRadius: 1e9,
      fontFamily: text,
      fontUrl: text,
      logoUrl: text,
      productName: text,
      supportEmail: text,
      privacyUrl: text,
      termsUrl: text,
      footerText: text,
    });
    expect(brand.light).toEqual(neutralBrand.light);
    expect(brand.dark).toEqual(neutralBrand.light);
    expect(brand.cornerRadius).toBe(32);
    expect([brand.fontFamily, brand.fontPath, brand.logoPath, brand.supportEmail]).toEqual(["", "", "", ""]);
    const page = pageOf(brand, text);
    expect(page.match(/<style>|<\/style>/g)).toEqual(["<style>", "</style>"]);
    expect(styleSheet(brand)).not.toMatch(/evil|alert|url\(/);
    for (const tag of page.match(/<[a-z][^>]*>/gi) ?? []) {
      expect(tag).not.toMatch(/<script|<img|\son\w+=|javascript:|data:/i);
    }
  });

  test("an address that is not on the web is no link", () => {
    for (const address of ["javascript:alert(1)", "ftp://x.example/", "privacy", "", "mailto:a@b.example"]) {
      const { privacyUrl, termsUrl } = brandWith({ privacyUrl: address, termsUrl: address });
      expect([privacyUrl, termsUrl]).toEqual(["", ""]);
    }
  });

  test("files are taken from this server only, by whatever name it was reached", () => {
    expect(brandWith({ logoUrl: "/assets/logo-1.png" }).logoPath).toBe("/assets/logo-1.png");
    expect(brandWith({ logoUrl: `${BASE_URL}:444/assets/logo-1.png` }).logoPath).toBe("");
    expect(brandWith({ logoUrl: `${BASE_URL}/a"b.png` }).logoPath).toBe("");
  });
});
