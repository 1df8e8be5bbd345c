import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { AdminRole, AdminSchema } from "@svc/proto/svc/admin/v1/admin_pb";
import { InspectEmailLinkResponseSchema } from "@svc/proto/svc/auth/v1/auth_pb";
import { AppError } from "../errors.ts";
import { acceptInvitePage, acceptInviteView, invitationAcceptedView } from "./accept-invite.ts";
import { appPage, goBackView } from "./app.ts";
import { authorizeView } from "./authorize.ts";
import {
  confirmEmailPage,
  confirmEmailView,
  emailChangedView,
  newAddressInUseView,
} from "./confirm-email.ts";
import {
  askForEmailView,
  deleteAccountPage,
  deleteAccountView,
  deletedView,
  linkSentView,
  scheduledView,
} from "./delete-account.ts";
import { emailCodeView } from "./email-code.ts";
import { failureView } from "./failure.ts";
import { oauthFailureView, returnView } from "./oauth-views.ts";
import type { Page, View, Visit } from "./page.ts";
import { passwordMistake } from "./password-field.ts";
import { invitePage, inviteView, passwordSavedView, resetPage, resetView } from "./reset.ts";
import type { SentReview } from "./review-form.ts";
import { NO_METHODS } from "./reviewed-methods.ts";
import { oldAddressInUseView, undoEmailChangePage, undoneView, undoView } from "./undo-email-change.ts";
import { confirmedView, rejectedView, rejectView, verifyPage, verifyView } from "./verify.ts";

const TOKEN = "only-a-preview-of-the-page";
const EMAIL = "name@example.com";
const REQUEST_ID = "0197f0c2-7b1c-7c3e-9a55-3f0a1d2e4b6c";
const AT = 1_893_456_000_000;
const TIME = timestampFromMs(AT);

const CHROME = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140";

const LINK = create(InspectEmailLinkResponseSchema, {
  identities: [
    { provider: "google", email: EMAIL, keepByDefault: true, linkedAt: TIME },
    { provider: "apple", email: "", linkedAt: TIME },
  ],
  passkeys: [
    { id: "1", name: "Passkey", keepByDefault: true, createdAt: TIME, lastUsedAt: TIME },
    { id: "2", name: "1Password", createdAt: TIME },
  ],
  totp: { enrolledAt: TIME, lastUsedAt: TIME },
});
const { identities, passkeys, totp } = LINK;
const APP = create(InspectEmailLinkResponseSchema, { totp: { enrolledAt: TIME } }).totp;

const NO_REVIEW: SentReview = { removeProviders: [], removePasskeys: [], removeTotp: false };
const REVIEW: SentReview = {
  removeProviders: ["google", "apple"],
  removePasskeys: ["1", "2"],
  removeTotp: true,
};

const TOO_MANY = new AppError("RATE_LIMITED", undefined, { retry_after_seconds: "300" });

const ADMIN = create(AdminSchema, {
  email: EMAIL,
  roles: [
    { role: AdminRole.OWNER },
    { role: AdminRole.ADMINISTRATOR, project: "demo" },
    { role: AdminRole.SUPPORT, project: "demo" },
    { role: AdminRole.VIEWER, project: "demo" },
  ],
});

/** What people see first, behind an emailed link or in the app's browser. */
const pages = {
  verify: (visit: Visit): View => verifyView(visit, TOKEN, NO_METHODS),
  reset: (visit: Visit): View => resetView(visit, { token: TOKEN, methods: NO_METHODS }),
  invite: (visit: Visit): View => inviteView(visit, TOKEN),
  "confirm-email": (visit: Visit): View => confirmEmailView(visit, TOKEN, NO_METHODS),
  "undo-email-change": (visit: Visit): View => undoView(visit, TOKEN, EMAIL),
  "delete-account": (visit: Visit): View => deleteAccountView(visit, TOKEN),
  "delete-account-ask": (visit: Visit): View => askForEmailView(visit),
  "email-code": (visit: Visit): View => emailCodeView(visit, "12345678", { userAgent: CHROME, at: AT }),
  "return-to-app": (visit: Visit): View => returnView(visit, "#", "signed-in"),
  app: goBackView,
  authorize: authorizeView,
  "accept-invite": (visit: Visit): View =>
    acceptInviteView(visit, { ...ADMIN, invitedBy: EMAIL, token: TOKEN }, {}),
} as const;

/** The same pages in another state. */
const states = {
  "verify-one-provider": (visit: Visit): View =>
    verifyView(visit, TOKEN, { identities: identities.slice(0, 1), passkeys: [] }),
  "verify-one-passkey": (visit: Visit): View =>
    verifyView(visit, TOKEN, { identities: [], passkeys: passkeys.slice(0, 1) }),
  "verify-one-app": (visit: Visit): View =>
    verifyView(visit, TOKEN, { ...NO_METHODS, ...(APP && { totp: APP }) }),
  "verify-several": (visit: Visit): View =>
    verifyView(visit, TOKEN, { identities, passkeys, ...(totp && { totp }) }),
  "verify-delete": (visit: Visit): View => rejectView(visit, TOKEN, true),
  "verify-detach": (visit: Visit): View => rejectView(visit, TOKEN, false),
  "reset-keep": (visit: Visit): View => resetView(visit, { token: TOKEN, methods: { identities, passkeys } }),
  "reset-shown": (visit: Visit): View =>
    resetView(visit, { token: TOKEN, methods: NO_METHODS, typed: { password: "12345678", isShown: true } }),
  "reset-too-short": (visit: Visit): View => weakPassword(visit, "min_length"),
  "reset-too-long": (visit: Visit): View => weakPassword(visit, "max_length"),
  "reset-too-common": (visit: Visit): View => weakPassword(visit, "common"),
  "reset-personal": (visit: Visit): View => weakPassword(visit, "personal"),
  "reset-weak": (visit: Visit): View => weakPassword(visit, "other"),
  "delete-account-mistyped": (visit: Visit): View => askForEmailView(visit, { typed: "" }),
  "delete-account-unsure": (visit: Visit): View => deleteAccountView(visit, TOKEN, true),
  "delete-account-later": (visit: Visit): View =>
    deleteAccountView({ ...visit, config: { ...visit.config, deletionGraceDays: 14 } }, TOKEN),
  "email-code-unknown-device": (visit: Visit): View =>
    emailCodeView(visit, "12345678", { userAgent: "", at: AT }),
  "email-code-android-app": (visit: Visit): View => codeAskedBy(visit, "okhttp/4"),
  "email-code-apple-app": (visit: Visit): View => codeAskedBy(visit, "CFNetwork/1"),
  "email-code-app": (visit: Visit): View => codeAskedBy(visit, "Dart/3"),
} as const;

const done = {
  "verify-done": (visit: Visit): View => confirmedView(visit, EMAIL, NO_REVIEW),
  "verify-done-removed": (visit: Visit): View =>
    confirmedView({ ...visit, appScheme: "com.example.app" }, EMAIL, REVIEW),
  "verify-deleted": (visit: Visit): View => rejectedView(visit, true),
  "verify-detached": (visit: Visit): View => rejectedView(visit, false),
  "reset-done": (visit: Visit): View => passwordSavedView("reset", visit),
  "invite-done": (visit: Visit): View => passwordSavedView("invite", visit),
  "confirm-email-done": (visit: Visit): View => emailChangedView(visit, EMAIL, NO_REVIEW),
  "undo-email-change-done": (visit: Visit): View => undoneView(visit, TOKEN, NO_METHODS, EMAIL),
  "delete-account-sent": (visit: Visit): View => linkSentView(visit, EMAIL),
  "delete-account-done": deletedView,
  "delete-account-scheduled": (visit: Visit): View => scheduledView(visit, AT),
  "accept-invite-done": (visit: Visit): View => invitationAcceptedView(visit, ADMIN),
  "return-cancelled": (visit: Visit): View => returnView(visit, "#", "cancelled"),
  "return-failed": (visit: Visit): View => returnView(visit, "#", "failed"),
} as const;

const failures = {
  "verify-dead-link": (visit: Visit): View => deadLink(visit, verifyPage),
  "reset-dead-link": (visit: Visit): View => deadLink(visit, resetPage),
  "invite-dead-link": (visit: Visit): View => deadLink(visit, invitePage),
  "confirm-email-dead-link": (visit: Visit): View => deadLink(visit, confirmEmailPage),
  "undo-email-change-dead-link": (visit: Visit): View => deadLink(visit, undoEmailChangePage),
  "delete-account-dead-link": (visit: Visit): View => deadLink(visit, deleteAccountPage),
  "app-dead-link": (visit: Visit): View => deadLink(visit, appPage),
  "accept-invite-dead-link": (visit: Visit): View => deadLink(visit, acceptInvitePage),
  "confirm-email-in-use": newAddressInUseView,
  "undo-email-change-in-use": oldAddressInUseView,
  "not-found": (visit: Visit): View => failed(visit, new AppError("NOT_FOUND")),
  "from-elsewhere": (visit: Visit): View => failed(visit, new AppError("CSRF_REJECTED")),
  "too-many": (visit: Visit): View => failed(visit, TOO_MANY),
  unreadable: (visit: Visit): View => failed(visit, new AppError("REQUEST_TOO_LARGE")),
  "something-else": (visit: Visit): View => failed(visit, new AppError("INTERNAL")),
  "return-lost": (visit: Visit): View => oauthFailed(visit, new AppError("OAUTH_FLOW_INVALID")),
  "return-wrong": (visit: Visit): View => oauthFailed(visit, new AppError("REDIRECT_NOT_ALLOWED")),
} as const;

/** Every page in every state that a visitor can see. */
export const previewedViews = { ...pages, ...states, ...done, ...failures } as const;

export type PreviewedView = keyof typeof previewedViews;

function weakPassword(visit: Visit, rule: string): View {
  const error = new AppError("WEAK_PASSWORD", "", { rule, min_length: "12", max_length: "256" });
  return resetView(visit, { token: TOKEN, methods: NO_METHODS, problem: passwordMistake(visit, error) });
}

function codeAskedBy(visit: Visit, userAgent: string): View {
  return emailCodeView(visit, "12345678", { userAgent, at: AT });
}

function deadLink(visit: Visit, page: Page): View {
  return failed(visit, new AppError("EMAIL_TOKEN_INVALID", ""), page);
}

function failed(visit: Visit, failure: AppError, page: Page = verifyPage): View {
  return failureView(failure, { page, visit, presentation: visit, requestId: REQUEST_ID, isForm: false });
}

function oauthFailed(visit: Visit, failure: AppError): View {
  return oauthFailureView(failure, visit, REQUEST_ID);
}
