import { create } from "@bufbuild/protobuf";
import { PreviewSubject } from "@svc/proto/svc/admin/v1/themes_pb";
import {
  type GetProjectConfigResponse,
  GetProjectConfigResponseSchema,
} from "@svc/proto/svc/auth/v1/config_pb";
import type { App } from "../../app.ts";
import type { NewCode } from "../../domain/codes/one-time-code.ts";
import type { ProjectMailKind } from "../../domain/mail/enqueue-mail.ts";
import { renderMail } from "../../domain/mail/render-mail.ts";
import type { Project } from "../../domain/projects/project.ts";
import { issuerOf } from "../../domain/projects/urls.ts";
import type { Theme } from "../../domain/themes/theme.ts";
import type { PreviewedPage } from "../../domain/wording/places.ts";
import { projectWording } from "../../domain/wording/project-wording.ts";
import { invalidRequest } from "../../errors.ts";
import { inScheme } from "../../wire/look.ts";
import type { Wording } from "../../wording/wording.ts";
import { encodeTheme } from "../auth/encode.ts";

/** Renders a hosted page as its visitor sees it first. */
export type PreviewPage = (
  page: PreviewedPage,
  config: GetProjectConfigResponse,
  options: { baseUrl: string; isDark: boolean; wording: Wording },
) => string;

const PAGES: Partial<Record<PreviewSubject, PreviewedPage>> = {
  [PreviewSubject.PAGE_VERIFY]: "verify",
  [PreviewSubject.PAGE_RESET]: "reset",
  [PreviewSubject.PAGE_INVITE]: "invite",
  [PreviewSubject.PAGE_CONFIRM_EMAIL]: "confirm-email",
  [PreviewSubject.PAGE_DELETE_ACCOUNT]: "delete-account",
  [PreviewSubject.PAGE_EMAIL_CODE]: "email-code",
  [PreviewSubject.PAGE_RETURN_TO_APP]: "return-to-app",
};

const CODE: NewCode = {
  code: "12345678",
  userAgent: "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140",
  createdAt: 1_893_456_000_000,
};

/** Each with the page that its link opens; notices have none. */
const MAILS: Partial<Record<PreviewSubject, { kind: ProjectMailKind; page?: string; code?: NewCode }>> = {
  [PreviewSubject.MAIL_VERIFY_EMAIL]: { kind: "verify_email", page: "verify" },
  [PreviewSubject.MAIL_RESET_PASSWORD]: { kind: "reset_password", page: "reset" },
  [PreviewSubject.MAIL_INVITE_USER]: { kind: "invite_user", page: "invite" },
  [PreviewSubject.MAIL_CHANGE_EMAIL]: { kind: "change_email", page: "confirm-email" },
  [PreviewSubject.MAIL_EMAIL_CHANGED]: { kind: "email_changed", page: "undo-email-change" },
  [PreviewSubject.MAIL_ACCOUNT_EXISTS]: { kind: "account_exists" },
  [PreviewSubject.MAIL_DELETE_ACCOUNT]: { kind: "delete_account", page: "delete-account" },
  [PreviewSubject.MAIL_EMAIL_CODE]: { kind: "email_code", page: "app", code: CODE },
};

/** The page or mail as users of the project would get it with this theme. */
export async function previewTheme(
  app: Pick<App, "baseUrl" | "db"> & { previewPage: PreviewPage },
  project: Project,
  theme: Theme,
  { subject, dark }: { subject: PreviewSubject; dark: boolean },
): Promise<{ html: string; mailSubject: string }> {
  const page = PAGES[subject];
  if (page !== undefined) {
    const config = create(GetProjectConfigResponseSchema, {
      projectName: project.name,
      slug: project.slug,
      passwordPolicy: project.settings.passwordPolicy,
      theme: encodeTheme(app, project, theme),
    });
    const wording = await projectWording(app, project, theme, project.settings.defaultLanguage);
    const options = { baseUrl: app.baseUrl, isDark: dark, wording };
    return { html: app.previewPage(page, config, options), mailSubject: "" };
  }
  const mail = MAILS[subject];
  if (mail === undefined) throw invalidRequest("subject", "is missing or unknown");
  const query = mail.code ? `flow=${"x".repeat(43)}&code=${mail.code.code}` : `token=${"x".repeat(43)}`;
  const link = mail.page && `${issuerOf(app, project)}/${mail.page}?${query}`;
  const wording = await projectWording(app, project, theme, project.settings.defaultLanguage);
  const named = { ...theme, productName: theme.productName || project.name };
  const { html, subject: mailSubject } = renderMail(mail.kind, named, wording, { link, code: mail.code });
  // Only the style element: what stands outside of it may be text of the theme.
  const shown = html.replace(/<style>.*?<\/style>/s, (style) => inScheme(style, dark));
  return { html: shown, mailSubject };
}
