import type { MessageInitShape } from "@bufbuild/protobuf";
import { ThemeService } from "@svc/proto/svc/admin/v1/themes_pb";
import { ConfigService } from "@svc/proto/svc/auth/v1/config_pb";
import type { ThemeSchema } from "@svc/proto/svc/auth/v1/theme_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Project } from "../../domain/projects/project.ts";
import { png, woff2 } from "../../testing/asset-files.ts";
import { engines } from "../../testing/engines.ts";
import { TestApp } from "../../testing/test-app.ts";

const EMAIL = "ada@example.com";
const PASSWORD = "correct horse battery";
const HOSTILE = [
  `"><script>alert(1)</script>`,
  "</style><script>alert(1)</script>",
  "</title><img src=x onerror=alert(1)>",
  "red; } body { background: url(https://evil.example/) }",
  "' onmouseover='alert(1)",
  "javascript:alert(1)",
  "{{7*7}} <%= 7*7 %>",
];

describe.each(engines)("a theme in use on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  let token: string;
  beforeEach(async () => {
    t = await TestApp.open(engine, { rateLimits: "off" });
    ({ project } = await t.addProject("Fernweh"));
    token = (await t.addAdmin()).token;
  });
  afterEach(() => t.close());

  const themes = () => t.client(ThemeService, { authorization: `Bearer ${token}` });
  const use = (theme: MessageInitShape<typeof ThemeSchema>) =>
    themes().updateTheme({ project: "fernweh", theme });
  const shown = async () =>
    (await t.client(ConfigService, { "x-svc-key": project.publishableKey }).getProjectConfig({})).theme;
  /** The page behind the link that a new user gets. */
  const page = async () => {
    await t.addUser(project, "visitor@example.com", PASSWORD);
    await t.deliverMail();
    return (await fetch(t.mails.at(-1)?.link ?? "")).text();
  };

  test("without one, everything has the default look and the project's name", async () => {
    expect(await shown()).toMatchObject({
      productName: "Fernweh",
      logoUrl: "",
      fontUrl: "",
      cornerRadius: 10,
    });
    expect(await page()).toContain("<bdi>Fernweh</bdi>");
  });

  test("GetProjectConfig has it with the addresses of its files", async () => {
    const { asset: logoAsset, url: logoUrl } = await themes().uploadLogo({ project: "fernweh", data: png() });
    const { asset: fontAsset, url: fontUrl } = await themes().uploadFont({
      project: "fernweh",
      data: woff2(),
    });
    await use({ logoAsset, fontAsset, fontFamily: "Inter", cornerRadius: 3, colors: { primary: "#0a7d55" } });
    const theme = await shown();
    expect(theme).toMatchObject({
      logoAsset,
      logoUrl,
      fontAsset,
      fontUrl,
      fontFamily: "Inter",
      cornerRadius: 3,
    });
    expect(theme?.colors?.primary).toBe("#0a7d55");
    expect(theme?.productName).toBe("Fernweh");
    await use({ productName: "Fernweh Pro" });
    expect((await shown())?.productName).toBe("Fernweh Pro");
  });

  test("pages show it, and load its files from this server", async () => {
    const { asset: logoAsset } = await themes().uploadLogo({ project: "fernweh", data: png() });
    const { asset: fontAsset } = await themes().uploadFont({ project: "fernweh", data: woff2() });
    await use({
      ...{ logoAsset, fontAsset, fontFamily: "Inter", productName: "Fernweh Pro" },
      ...{ privacyUrl: "https://fernweh.example/privacy", footerText: "Fernweh GmbH\nBerlin" },
      colors: { primary: "#0a7d55" },
      texts: { verify_email: { heading: "Almost there" } },
    });
    const text = await page();
    expect(text).toContain(`<img src="/assets/fernweh/${logoAsset}" alt="Fernweh Pro">`);
    expect(text).toContain(`src: url("/assets/fernweh/${fontAsset}")`);
    expect(text).toContain("--primary: #0a7d55");
    expect(text).toContain("<title>Almost there · Fernweh Pro</title>");
    expect(text).toContain('href="https://fernweh.example/privacy"');
    expect(text).toContain("Fernweh GmbH\nBerlin");
  });

  test("mails have its name, words and colours, and load nothing", async () => {
    const { asset: logoAsset } = await themes().uploadLogo({ project: "fernweh", data: png() });
    await use({
      ...{ logoAsset, productName: "Fernweh Pro", supportEmail: "help@fernweh.example" },
      colors: { primary: "#0a7d55" },
      texts: { verify_email: { subject: "Come in", body: "One\nTwo" } },
    });
    await t.addUser(project, EMAIL, PASSWORD);
    await t.auth(project).requestPasswordReset({ email: EMAIL });
    await t.deliverMail();
    expect(t.mails.map(({ subject }) => subject).toSorted()).toEqual([
      "Come in",
      "Set a new password for Fernweh Pro",
    ]);
    for (const { html, text } of t.mails) {
      expect(html).toContain("background:#0a7d55");
      expect(text).toContain("help@fernweh.example");
      expect(html).not.toMatch(/<img|\/assets\/|url\(/);
    }
  });

  test("a mail has the theme of the moment it leaves", async () => {
    await t.addUser(project, EMAIL, PASSWORD);
    await use({ productName: "New Name" });
    await t.deliverMail();
    expect(t.mails[0]?.subject).toContain("New Name");
  });

  test.each(HOSTILE)("%s in a theme breaks out of neither pages nor mails", async (text) => {
    await use({
      productName: text,
      darkColors: {},
      footerText: text,
      privacyUrl: `https://example.com/?${text}`,
      termsUrl: `https://example.com/#${text}`,
      texts: { verify_email: { subject: text, heading: text, body: text, button: text } },
    });
    await t.addUser(project, EMAIL, PASSWORD);
    await t.deliverMail();
    const seen = await page();
    expect(seen).toContain("<form");
    for (const document of [seen, t.mails[0]?.html ?? ""]) {
      expect(document.match(/<style>|<\/style>/g)).toEqual(["<style>", "</style>"]);
      expect(document.match(/<style>.*<\/style>/s)?.[0]).not.toMatch(/evil|alert/);
      for (const tag of document.match(/<[a-z][^>]*>/gi) ?? []) {
        expect(tag).not.toMatch(/^<(script|img|iframe|object|link|base)\b/i);
        expect(tag.replace(/"[^"]*"/g, "")).not.toMatch(/\son\w+\s*=/i);
        expect(tag).not.toMatch(/(href|src|action)="\s*(javascript|data):/i);
      }
    }
  });
});
