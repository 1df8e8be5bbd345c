import type { MessageInitShape } from "@bufbuild/protobuf";
import { PreviewSubject, ThemeService } from "@svc/proto/svc/admin/v1/themes_pb";
import type { ThemeSchema } from "@svc/proto/svc/auth/v1/theme_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemActor } from "../../domain/analytics/record-event.ts";
import { type EmailTokenPurpose, newEmailToken } from "../../domain/mail/email-token.ts";
import type { Project } from "../../domain/projects/project.ts";
import { updateProject } from "../../domain/projects/update-project.ts";
import { png } from "../../testing/asset-files.ts";
import { engines } from "../../testing/engines.ts";
import { reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

const PURPOSES: Record<string, EmailTokenPurpose> = {
  verify: "verify_email",
  reset: "reset_password",
  invite: "invite_user",
  "confirm-email": "change_email",
  "delete-account": "delete_account",
};
const HOSTILE = `"></style><script>alert(1)</script>`;

describe.each(engines)("PreviewTheme on $kind", (engine) => {
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
  const preview = (theme: MessageInitShape<typeof ThemeSchema>, subject: PreviewSubject, dark = false) =>
    themes().previewTheme({ project: "fernweh", theme, subject, dark });
  /** What differs between a preview and the real thing: the token, and when the dark rules hold. */
  const comparable = (html: string): string =>
    html
      .replaceAll(/value="[\w-]{16,}"/g, "")
      .replaceAll(/token=[\w-]{16,}/g, "")
      .replaceAll(/@media (not all|all|\(prefers-color-scheme: dark\))/g, "@media")
      .replaceAll(/color-scheme: (light dark|light|dark);/g, "color-scheme;");

  test("is, but for the token, the page that users get once the theme is saved", async () => {
    const { asset: logoAsset } = await themes().uploadLogo({ project: "fernweh", data: png() });
    const theme = {
      logoAsset,
      cornerRadius: 3,
      colors: { primary: "#0a7d55" },
      darkColors: { primary: "#7ce0b8" },
      productName: "Fernweh Reisen",
      footerText: "Am Kai 1",
      texts: { verify_email: { heading: "Hello!" } },
    };
    const pages = {
      verify: PreviewSubject.PAGE_VERIFY,
      reset: PreviewSubject.PAGE_RESET,
      invite: PreviewSubject.PAGE_INVITE,
      "confirm-email": PreviewSubject.PAGE_CONFIRM_EMAIL,
      "delete-account": PreviewSubject.PAGE_DELETE_ACCOUNT,
    };
    const before = await themes().getTheme({ project: "fernweh" });
    const shown = new Map<string, string>();
    for (const [page, subject] of Object.entries(pages))
      shown.set(page, (await preview(theme, subject)).html);
    expect(await themes().getTheme({ project: "fernweh" })).toEqual(before);

    await themes().updateTheme({ project: "fernweh", theme });
    const { user } = await t.addUser(project, "ada@example.com", "correct horse battery");
    for (const [page, html] of shown) {
      const purpose = PURPOSES[page] ?? expect.fail();
      const owner = { id: user?.id ?? "", projectId: project.id };
      const token = await newEmailToken(t.app, owner, purpose, "ada@example.com");
      const real = await (await fetch(`${t.url}/p/fernweh/${page}?token=${token}`)).text();
      expect(comparable(html), page).toBe(comparable(real));
    }
  });

  test("is the mail that users get, with its subject", async () => {
    const theme = { cornerRadius: 3, texts: { verify_email: { subject: "Welcome aboard" } } };
    const { html, mailSubject } = await preview(theme, PreviewSubject.MAIL_VERIFY_EMAIL);
    await themes().updateTheme({ project: "fernweh", theme });
    await t.addUser(project, "ada@example.com", "correct horse battery");
    await t.deliverMail();
    expect(mailSubject).toBe("Welcome aboard");
    expect(t.mails[0]?.subject).toBe(mailSubject);
    expect(comparable(html)).toBe(comparable(t.mails[0]?.html ?? ""));
  });

  test("shows the email and the page of a sign-in code as users get them", async () => {
    project = await updateProject(t.app, systemActor, project.id, { settings: { allowEmailCodes: true } });
    const theme = { texts: { email_code: { subject: "Your key", heading: "Your key to Fernweh" } } };
    const mail = await preview(theme, PreviewSubject.MAIL_EMAIL_CODE);
    const page = await preview(theme, PreviewSubject.PAGE_EMAIL_CODE);
    await themes().updateTheme({ project: "fernweh", theme });
    const headers = { "x-svc-key": project.publishableKey, "user-agent": "Chrome/140 Windows" };
    const codeChallenge = "c".repeat(43);
    await t.authWith(headers).requestEmailCode({ email: "ada@example.com", codeChallenge });
    await t.deliverMail();
    const [real = expect.fail()] = t.mails;
    const codeless = (html: string): string =>
      comparable(html).replaceAll(/\b\d{4} ?\d{4}\b|(?<=flow=)[\w-]{43}/g, "");
    expect([mail.mailSubject, real.subject]).toEqual(["Your key", "Your key"]);
    expect(mail.html).toContain("1234 5678");
    expect(codeless(mail.html)).toBe(codeless(real.html));
    expect(codeless(page.html)).toBe(codeless(await (await fetch(real.link ?? "")).text()));
  });

  test("has links that lead to a page, also in the notice of a changed address", async () => {
    const { html } = await preview({}, PreviewSubject.MAIL_EMAIL_CHANGED);
    const [, link = ""] = /href="(http[^"]*undo-email-change[^"]*)"/.exec(html) ?? [];
    expect(link).toBe(`${t.url}/p/fernweh/undo-email-change?token=${"x".repeat(43)}`);
    expect(html).toContain("Undo this change");
    const seen = await fetch(link);
    expect(seen.status).toBe(400);
    expect(await seen.text()).toContain("<h1>This link no longer works</h1>");
  });

  test("shows the night on a bright day and the day at night", async () => {
    for (const subject of [PreviewSubject.PAGE_VERIFY, PreviewSubject.MAIL_RESET_PASSWORD]) {
      const day = (await preview({ darkColors: {} }, subject)).html;
      const night = (await preview({ darkColors: {} }, subject, true)).html;
      expect(day).toContain("@media not all {");
      expect(night).toContain("@media all {");
      expect(day + night).not.toContain("@media (prefers-color-scheme: dark)");
      expect((await preview({}, subject, true)).html).not.toContain("@media all {"); // it has one look only
    }
  });

  test("shows colours that nobody could read, and never lets a value out of its place", async () => {
    const pale = await preview({ colors: { text: "#fefefe" } }, PreviewSubject.PAGE_VERIFY);
    expect(pale.html).toContain("--text: #fefefe;");
    const hostile = {
      colors: { primary: HOSTILE, text: HOSTILE },
      darkColors: { surface: HOSTILE },
      cornerRadius: -1,
      fontFamily: HOSTILE,
      fontAsset: HOSTILE,
      logoAsset: HOSTILE,
      productName: HOSTILE,
      supportEmail: HOSTILE,
      privacyUrl: `javascript:alert(1)`,
      footerText: HOSTILE,
      texts: { verify_email: { heading: HOSTILE, body: HOSTILE, button: HOSTILE, subject: HOSTILE } },
    };
    const subjects = Object.values(PreviewSubject).filter(
      (subject): subject is PreviewSubject => typeof subject === "number" && subject !== 0,
    );
    expect(subjects.length).toBe(15);
    for (const subject of subjects) {
      const { html } = await preview(hostile, subject);
      expect(html).not.toMatch(/<script|javascript:/);
      expect(html.match(/<style>/g)).toHaveLength(1);
      expect(html.match(/<\/style>/g)).toHaveLength(1);
    }
  });

  test("refuses what it does not know", async () => {
    expect(await reasonOf(preview({}, PreviewSubject.UNSPECIFIED))).toBe("INVALID_REQUEST");
    const subject = PreviewSubject.PAGE_VERIFY;
    expect(await reasonOf(themes().previewTheme({ project: "fernweh", subject }))).toBe("INVALID_REQUEST");
    expect(await reasonOf(themes().previewTheme({ project: "nowhere", theme: {}, subject }))).toBe(
      "NOT_FOUND",
    );
  });
});
