import { describe, expect, test } from "vitest";
import { words } from "../../wording/en/words.ts";
import { Wording } from "../../wording/wording.ts";
import { defaultTheme, type Theme } from "../themes/theme.ts";
import { textsOfTheme } from "../wording/texts-of-theme.ts";
import type { MailKind } from "./enqueue-mail.ts";
import { type MailContent, renderMail } from "./render-mail.ts";

const link = "https://auth.example.com/p/demo/verify?token=abc&x='\"<";
const theme: Theme = { ...defaultTheme, productName: "Demo" };
const withLink: MailKind[] = [
  "verify_email",
  "reset_password",
  "invite_user",
  "delete_account",
  "change_email",
];
const notices: MailKind[] = [
  "account_exists",
  "email_changed",
  "password_changed",
  "method_linked",
  "method_removed",
  "new_device",
  "deletion_scheduled",
];

/** In English, with the texts of the theme. */
function render(kind: MailKind, theme: Theme, content: MailContent) {
  const wording = new Wording("en", words, textsOfTheme(theme));
  return renderMail(kind, theme, wording, content);
}

describe.each([...withLink, ...notices])("%s", (kind) => {
  const hasLink = withLink.includes(kind);
  const mail = render(kind, theme, hasLink ? { link } : {});

  test("names the product in subject and both forms", () => {
    for (const form of [mail.subject, mail.text, mail.html]) expect(form).toContain("Demo");
  });

  test("says in both forms what to do if it was somebody else", () => {
    const notYou = /If (you didn't|you weren't expecting|(it|this) wasn't you)/;
    expect(mail.text).toMatch(notYou);
    expect(mail.html.replaceAll("&#39;", "'")).toMatch(notYou);
  });

  test("says email, never mail", () => {
    expect(`${mail.subject} ${mail.text}`).not.toMatch(/\b(e-)?mails?\b/i);
  });

  test("has the link on a line of its own, as a button and as text", () => {
    expect(mail.text.split("\n").includes(link)).toBe(hasLink);
    expect(mail.html.match(/href="https:\/\/auth[^"<>']*"/g) ?? []).toHaveLength(hasLink ? 2 : 0);
    if (hasLink)
      expect(mail.text).toMatch(
        /This link can be used once and expires in (24 hours|72 hours|30 minutes|1 hour)\./,
      );
  });

  test("is a document that asks the network for nothing", () => {
    expect(mail.html).toMatch(/^<!doctype html>\n<html lang="en"/);
    expect(mail.html).toContain('<meta name="color-scheme" content="light dark">');
    expect(mail.html).toContain("prefers-color-scheme: dark");
    expect(mail.html).not.toMatch(/<(img|link|script|iframe|object|form)\b|url\(|@import|\bsrc=/i);
    expect(mail.html).not.toMatch(/undefined|null|NaN/);
    expect(mail.text).not.toMatch(/undefined|null|NaN/);
  });
});

test("says how long each link works, as long as its token lives", () => {
  expect(render("verify_email", theme, { link }).text).toContain("expires in 24 hours.");
  expect(render("reset_password", theme, { link }).text).toContain("expires in 30 minutes.");
  expect(render("delete_account", theme, { link }).text).toContain("expires in 1 hour.");
  expect(render("delete_account", theme, { link }).html).toContain('class="button danger"');
  expect(render("reset_password", theme, { link }).html).toContain('class="button"');
  expect(render("change_email", theme, { link }).text).toContain("expires in 1 hour.");
});

describe("email_code", () => {
  const code = {
    code: "40718263",
    userAgent: "Chrome/140 Windows NT",
    createdAt: Date.UTC(2030, 0, 1, 14, 5),
  };
  const codeLink = `https://auth.example.com/p/demo/app?flow=${"F".repeat(43)}&code=40718263`;
  const mail = render("email_code", theme, { link: codeLink, code });

  test("shows the code in two groups on a line of its own, and never where a lock screen shows it", () => {
    expect(mail.text.split("\n")).toContain("4071 8263");
    expect(mail.html).toMatch(/>4071 8263<\/span><\/p>/);
    expect(mail.subject).toBe("Your sign-in code for Demo");
    const shown = mail.html.replace(/<[^>]*>/g, "");
    // What mail programs show beside the subject: about two hundred characters of what comes first.
    const preview = shown.slice(shown.indexOf("Open this email")).replaceAll(/&\w+;|&#\d+;/g, ".");
    expect(preview.indexOf("4071")).toBeGreaterThan(400);
  });

  test("has neither the code in the subject nor a name in it, also where a theme asks for them", () => {
    const text = {
      subject: "{code} for {name}",
      heading: "{code} {name}",
      body: "Hi {name}\n{code}",
      button: "",
    };
    const own = { ...theme, texts: { email_code: text, reset_password: text } };
    const named = render("email_code", own, { link: codeLink, code, name: "Ada" });
    expect(named).toEqual(render("email_code", own, { link: codeLink, code }));
    expect(named.subject).toBe("{code} for {name}");
    expect(named.text.split("\n").slice(0, 3)).toEqual(["4071 8263 {name}", "", "4071 8263"]);
    expect(render("reset_password", own, { link, name: "Ada" }).text).toContain("Hi Ada");
  });

  test("says how long it works and which device asked for it, also when the theme has its own text", () => {
    const own: Theme = {
      ...theme,
      texts: { email_code: { subject: "", heading: "", body: "Our own words", button: "" } },
    };
    for (const { text, html } of [mail, render("email_code", own, { link: codeLink, code })])
      for (const form of [text, html])
        expect(form).toContain(
          "The code works once, for 10 minutes, and only on the device that asked for it. Asked for with Chrome on Windows, on 1 January 2030 at 14:05 UTC.",
        );
  });

  test("repeats no user agent that it does not know", () => {
    const unknown = { ...code, userAgent: "Visit evil.example" };
    const { text, html } = render("email_code", theme, { link: codeLink, code: unknown });
    for (const form of [text, html]) {
      expect(form).toContain(
        "only on the device that asked for it. Asked for on 1 January 2030 at 14:05 UTC.",
      );
      expect(form).not.toContain("evil");
    }
  });

  test("has one link, which phones do not take for a telephone number, and loads nothing", () => {
    expect(mail.text.split("\n")).toContain(codeLink);
    expect(mail.html.match(/href="[^"]*"/g)).toEqual([`href="${codeLink.replace("&", "&amp;")}"`]);
    expect(mail.html).toContain('<meta name="format-detection" content="telephone=no">');
    expect(mail.html).not.toMatch(/<(img|link|script|iframe|object|form)\b|url\(|@import|\bsrc=/i);
    expect(mail.text).toContain("If you didn't ask for it, you can ignore this email.");
    expect(mail.text).toContain("Never tell anybody the code");
  });
});

test("tells the old address of a change how to undo it, if that can be done", () => {
  const undo = render("email_changed", theme, { link });
  expect(undo.text).toContain(
    `Undo this change:\n${link}\n\nThis link can be used once and expires in 72 hours.`,
  );
  expect(undo.text).toContain("If this wasn't you, undo the change");
  const notice = render("email_changed", theme, {});
  expect(notice.text).not.toMatch(/undo/i);
});

test("invites administrators to the server by its name", () => {
  const { subject, text } = render(
    "invite_admin",
    { ...theme, productName: "svc" },
    { link, detail: "root@example.com" },
  );
  expect(subject).toBe("You've been invited to administer auth.example.com");
  expect(text).toContain(
    "root@example.com has invited you to administer the svc server at auth.example.com.",
  );
});

test("a project's own words replace the default ones, each alone", () => {
  const own: Theme = {
    ...theme,
    texts: { verify_email: { subject: "Welcome!", heading: "", body: "One\n\nTwo", button: "Go" } },
  };
  const mail = render("verify_email", own, { link });
  expect(mail.subject).toBe("Welcome!");
  expect(mail.text).toContain("Confirm your email address\n\nOne\n\nTwo\n\nGo:\n");
  expect(mail.html).toContain('>One</p>\n<p style="margin:0 0 16px">Two</p>');
  expect(render("reset_password", own, { link }).subject).toBe("Set a new password for Demo");
});

test("the footer has what the theme has", () => {
  const own: Theme = {
    ...theme,
    supportEmail: "help@example.com",
    privacyUrl: "https://example.com/privacy",
    termsUrl: "https://example.com/terms",
    footerText: "Example Ltd, 1 Main Street",
  };
  const { text, html } = render("email_changed", own, {});
  expect(text).toContain("Contact help@example.com right away.");
  for (const part of ["help@example.com", "https://example.com/privacy", "Example Ltd, 1 Main Street"]) {
    expect(text).toContain(part);
    expect(html).toContain(part);
  }
  expect(render("email_changed", theme, {}).text).toContain("Contact the people who run Demo right away.");
});

test("a name that mail programs would make a link of is not said", () => {
  const own: Theme = { ...theme, texts: { reset_password: { body: "Hello {name},\nchoose a password." } } };
  const said = (name: string): boolean =>
    render("reset_password", own, { link, name }).text.includes("Hello");
  for (const name of ["Ada", "Dr. Ada Lovelace", "J.R. R.", "艾达"]) expect(said(name), name).toBe(true);
  for (const name of ["https://evil.example", "evil.example", "Win at evil.example/x", "a@evil.example", ""])
    expect(said(name), name).toBe(false);
});

describe("hostile themes", () => {
  const payloads = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    "</style><script>alert(1)</script>",
    "#fff;background:url(https://evil.example/x)",
    "red;}</style><svg onload=alert(1)>",
    "javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "&lt;script&gt;",
    "expression(alert(1))",
  ];

  test.each(payloads)("%s stays text wherever it stands", (payload) => {
    const colors = Object.fromEntries(
      Object.keys(defaultTheme.colors).map((name) => [name, payload]),
    ) as Theme["colors"];
    const words = { subject: payload, heading: payload, body: payload, button: payload };
    const hostile: Theme = {
      ...defaultTheme,
      colors,
      darkColors: colors,
      cornerRadius: payload as unknown as number,
      fontFamily: payload,
      productName: payload,
      supportEmail: payload,
      privacyUrl: payload,
      termsUrl: payload,
      footerText: payload,
      texts: { verify_email: words, email_changed: words },
    };
    for (const kind of ["verify_email", "email_changed"] as const) {
      const { html } = render(kind, hostile, kind === "verify_email" ? { link } : {});
      const tags = [...html.matchAll(/<(\/?[a-z!][a-z0-9]*)/gi)].map(([, tag]) => tag?.toLowerCase());
      const expected = /^\/?(html|head|meta|title|style|body|div|p|h1|a|br|span)$|^!doctype$/;
      expect(tags.filter((tag) => !expected.test(tag ?? ""))).toEqual([]);
      expect(tags.filter((tag) => tag === "style")).toHaveLength(1);
      const attributes = [...html.matchAll(/<[a-z][^>]*>/gi)].flatMap(([tag]) => [
        ...tag.matchAll(/([^\s=<>"']+)\s*=\s*("[^"]*"|'[^']*'|[^\s>]*)/g),
      ]);
      const names = new Set(attributes.map(([, name]) => name));
      for (const name of names)
        expect(name).toMatch(/^(lang|dir|charset|name|content|class|style|role|aria-label|href)$/);
      expect(html).not.toMatch(/href="(javascript|data):/i);
      expect(html).not.toMatch(/style="[^"]*(url\(|expression)/i);
      expect(html.match(/<style>.*<\/style>/s)?.[0]).not.toMatch(/url\(|expression|script/i);
    }
  });

  test("no line break or direction mark gets into a subject", () => {
    const own: Theme = {
      ...theme,
      productName: "Demo\r\nBcc: evil@example.com",
      texts: { verify_email: { subject: "Hi\r\nBcc: evil@example.com\0\u2028\u202ex" } },
    };
    for (const kind of ["verify_email", "reset_password"] as const) {
      expect(render(kind, own, { link }).subject).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e]/u);
    }
  });
});
