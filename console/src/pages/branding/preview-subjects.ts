import { PreviewSubject } from "@svc/proto/svc/admin/v1/themes_pb";
import type { branding } from "../../strings/branding.ts";

export type SubjectName = keyof typeof branding.subjects;

export const pageSubjects = {
  pageVerify: PreviewSubject.PAGE_VERIFY,
  pageReset: PreviewSubject.PAGE_RESET,
  pageInvite: PreviewSubject.PAGE_INVITE,
  pageConfirmEmail: PreviewSubject.PAGE_CONFIRM_EMAIL,
  pageDeleteAccount: PreviewSubject.PAGE_DELETE_ACCOUNT,
  pageEmailCode: PreviewSubject.PAGE_EMAIL_CODE,
  pageReturnToApp: PreviewSubject.PAGE_RETURN_TO_APP,
} as const;

export const mailSubjects = {
  mailVerifyEmail: PreviewSubject.MAIL_VERIFY_EMAIL,
  mailResetPassword: PreviewSubject.MAIL_RESET_PASSWORD,
  mailInviteUser: PreviewSubject.MAIL_INVITE_USER,
  mailChangeEmail: PreviewSubject.MAIL_CHANGE_EMAIL,
  mailEmailChanged: PreviewSubject.MAIL_EMAIL_CHANGED,
  mailAccountExists: PreviewSubject.MAIL_ACCOUNT_EXISTS,
  mailDeleteAccount: PreviewSubject.MAIL_DELETE_ACCOUNT,
  mailEmailCode: PreviewSubject.MAIL_EMAIL_CODE,
} as const;

export const subjects: Record<SubjectName, PreviewSubject> = { ...pageSubjects, ...mailSubjects };

/** The email with this wording: `mailVerifyEmail` for `verify_email`. */
export function mailWith(wording: string): SubjectName {
  const words = wording.split("_").map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return subjectNamed(`mail${words.join("")}`);
}

/** The subject of an address that somebody may have edited. */
export function subjectNamed(name: string): SubjectName {
  return name in subjects ? (name as SubjectName) : "pageVerify";
}
