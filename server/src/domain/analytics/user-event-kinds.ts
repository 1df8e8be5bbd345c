import { CHANGES, type EventKindRow } from "./event-kind-row.ts";

const METHOD = "`password`, `google`, `apple` or `email_code`.";
const REFUSED =
  "`disabled`, `email_not_verified` or `throttled` (too many wrong passwords; one event for each pause). Absent when the password was wrong, the address is unknown (then without a user) or the token was not accepted.";
const PROVIDER = "`google` or `apple`.";
const SESSION = "Id of the session.";
const DEVICE = { device_id: "Id of the push device.", provider: "`apns` or `fcm`." };
/** See `mail_state` of the event. */
export const QUEUED = { mail: "Id of the email that was queued." };
export const SESSIONS = {
  sessions: "How many sessions ended.",
  session_id: "Id of the session, when one was named.",
};
export const PUSH_REVOKED = {
  ...DEVICE,
  reason: "`asked_by_user`, `limit` (the user had too many devices) or what the caller reported.",
};

/** What happens to users, their sessions, their push devices and the emails to them. */
export const userEventKinds = {
  "user.signed_up": {
    when: "A user created an account, with a password, a provider or a code by email.",
    data: { method: METHOD },
  },
  "user.signed_in": { when: "A user signed in. A sign-up is not one.", data: { method: METHOD } },
  "user.sign_in_failed": {
    when: "The password or the code was wrong, the email address is unknown, the provider's token was not accepted, or the user may not sign in now.",
    data: { method: METHOD, reason: REFUSED },
  },
  "user.signed_out": { when: "A user ended a session of their own.", data: { session_id: SESSION } },
  "user.guest_created": { when: "A guest signed in for the first time.", data: {} },
  "user.guest_converted": {
    when: "A guest became a permanent user.",
    data: { method: `${METHOD} Absent when a backend or an administrator did it.` },
  },
  "user.email_unverified": {
    when: "A backend or an administrator marked an address as not verified.",
    data: {},
  },
  "user.email_verified": { when: "An email address was verified for the first time.", data: {} },
  "user.email_changed": { when: "A user has a new email address.", data: CHANGES },
  "user.email_change_undone": {
    when: "The owner of the old mailbox undid a change of address. Every session ended.",
    data: {},
  },
  "user.email_detached": {
    when: "The owner of the mailbox did not know the account. Address and password were removed.",
    data: {},
  },
  "user.password_changed": {
    when: "A user has a new password, or a first one.",
    data: { method: "`password` when the user had none before." },
  },
  "user.password_removed": {
    when: "The owner of the mailbox proved it for the first time. The password that was set before was removed.",
    data: {},
  },
  "user.password_reset": { when: "A user set a new password with an emailed link.", data: {} },
  "user.password_reset_sent": {
    when: "A backend or an administrator had a link queued that sets a new password.",
    data: QUEUED,
  },
  "user.identity_linked": { when: "A provider account was linked to a user.", data: { provider: PROVIDER } },
  "user.identity_unlinked": {
    when: "A provider account was removed from a user: by the user, by an administrator, by Apple, or by proof of the mailbox.",
    data: { provider: PROVIDER },
  },
  "user.created": {
    when: "A backend or an administrator created a user.",
    data: { invited: "Whether an invitation was queued.", ...QUEUED },
  },
  "user.profile_changed": {
    when: "The name or the picture of a user changed. What it was before is recorded only when a backend or an administrator did it.",
    data: CHANGES,
  },
  "user.claims_changed": { when: "A backend or an administrator changed custom claims.", data: CHANGES },
  "user.disabled": { when: "A user was disabled. Every session ended.", data: {} },
  "user.exported": {
    when: "A backend or an administrator exported everything about a user.",
    data: {},
  },
  "user.enabled": { when: "A disabled user may sign in again.", data: {} },
  "user.deletion_scheduled": {
    when: "A user asked for the deletion of the account, in a project with a grace period. Every session ended.",
    data: {
      reason: "`asked_by_user` or `asked_by_mail`.",
      days: "In how many days the account will be deleted.",
    },
  },
  "user.deletion_canceled": {
    when: "The user signed in, or an administrator decided, and the account is kept.",
    data: {},
  },
  "user.ban_lifted": {
    when: "A backend or an administrator gave a user an address that was banned.",
    data: {},
  },
  "user.deleted": {
    when: "A user was deleted for good.",
    data: {
      reason:
        "`asked_by_user`, `asked_by_mail`, `rejected_by_mailbox_owner`, `apple_account_deleted`, `guest_retention`, `by_admin`, `by_backend` or `erased_before` (a restored backup still had the user).",
    },
  },
  "user.sessions_revoked": {
    when: "Sessions of a user were ended: by the user, a backend or an administrator, or because a guest's purchase moved to another user.",
    data: { ...SESSIONS, reason: "`purchase_moved` when a purchase moved. Otherwise absent." },
  },
  "session.reuse_detected": {
    when: "A refresh token or a sign-in code was used twice. The session ended.",
    data: { session_id: SESSION },
  },
  "session.late_repeat": {
    when: "A refresh was repeated after its successor had been used. The session stays.",
    data: { session_id: SESSION },
  },
  "session.ended_by_limit": {
    when: "The user had too many sessions, so the one used longest ago ended.",
    data: { session_id: SESSION },
  },
  "push.device_registered": { when: "An app registered a device that is new to its user.", data: DEVICE },
  "push.device_revoked": { when: "A push device was removed.", data: PUSH_REVOKED },
  "push.tokens_read": {
    when: "A backend read push tokens. Written at most once an hour for each project.",
    data: {},
  },
  "mail.gave_up": {
    when: "An email could not be delivered.",
    data: {
      mail: "Id of the email.",
      kind: "What the email was for, for example `verify_email`.",
      attempts: "How often the server tried.",
      reason: "What the mail server answered last.",
    },
  },
  "mail.suppressed": {
    when: "An email was not sent, because too many of its purpose were requested for the address.",
    data: {
      purpose:
        "`sign_up`, `verify_email`, `reset_password`, `change_email`, `delete_account` or `email_code`.",
      kind: "What the email was for, for example `verify_email`.",
    },
  },
  "apple.revocation_gave_up": {
    when: "Apple could not be told that an account was deleted or unlinked.",
    data: {
      client: "The client id at Apple.",
      attempts: "How often the server tried.",
      reason: "What Apple answered last.",
    },
  },
} as const satisfies Record<string, EventKindRow>;
