import type { ProjectMailKind } from "../mail/enqueue-mail.ts";

/** A page that can be shown without a visitor. */
export type PreviewedPage =
  | "verify"
  | "reset"
  | "invite"
  | "confirm-email"
  | "delete-account"
  | "email-code"
  | "return-to-app"
  | "undo-email-change"
  | "app"
  | "authorize"
  | "verify-several"
  | "verify-dead-link";

/** The pages that can be shown, by their place. */
export const previewedPages: Readonly<Record<string, PreviewedPage>> = {
  "page.verify": "verify",
  "page.reset": "reset",
  "page.invite": "invite",
  "page.confirm_email": "confirm-email",
  "page.delete_account": "delete-account",
  "page.code": "email-code",
  "page.return": "return-to-app",
  "page.undo": "undo-email-change",
  "page.app": "app",
  "page.authorize": "authorize",
  "page.methods": "verify-several",
  "page.failure": "verify-dead-link",
};

/** Each email of a project, with the page that its link opens and what a notice names. */
const MAILS: Readonly<Record<ProjectMailKind, { page?: string; hasCode?: true; detail?: string }>> = {
  verify_email: { page: "verify" },
  reset_password: { page: "reset" },
  invite_user: { page: "invite" },
  delete_account: { page: "delete-account" },
  change_email: { page: "confirm-email" },
  email_code: { page: "app", hasCode: true },
  factor_code: { hasCode: true },
  account_exists: {},
  email_changed: { page: "undo-email-change" },
  password_changed: {},
  method_linked: { detail: "google" },
  method_removed: { detail: "google" },
  factor_changed: { detail: "enrolled" },
  new_device: {},
  deletion_scheduled: { detail: "1893456000000" },
};

export type PreviewedMail = (typeof MAILS)[ProjectMailKind] & { kind: ProjectMailKind };

/** The emails that can be shown, by their place. */
export const previewedMails: ReadonlyMap<string, PreviewedMail> = new Map(
  (Object.keys(MAILS) as ProjectMailKind[]).map((kind) => [`email.${kind}`, { kind, ...MAILS[kind] }]),
);

/** Places that have no preview of their own, and one that has their sentences. */
const SHOWN_IN: Readonly<Record<string, string>> = {
  email: "email.verify_email",
  device: "email.email_code",
  page: "page.verify",
  "page.password": "page.reset",
};

/** The place whose preview has the sentences of this one; empty when there is none. */
export function previewOf(place: string): string {
  const hasOwn = previewedMails.has(place) || Object.hasOwn(previewedPages, place);
  return hasOwn ? place : (SHOWN_IN[place] ?? "");
}
