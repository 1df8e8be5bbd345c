import { CHANGES, type EventKindRow } from "./event-kind-row.ts";

const METHOD = "`password`, `google`, `apple`, `email_code` or `passkey`.";
const TRIED = "As for a sign-in, or the second factor: `totp`, `recovery_code` or `passkey`.";
const REFUSED =
  "`disabled`, `email_not_verified` or `throttled` (too many wrong passwords; one event for each pause). Absent when the password was wrong, the address is unknown (then without a user), or the token or the passkey was not accepted.";
const FACTOR = { factor: "`totp`." };
const REMOVED_FACTOR = { factor: "`totp`, or `recovery_codes` if the authenticator app stays." };
const PROVIDER = "`google` or `apple`.";
const SESSION = "Id of the session.";
export const BOUNCE = {
  reason: "What the mail server answered, or what the caller said. Email addresses are left out.",
};
export const PASSKEY = { passkey_id: "Id of the passkey." };
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
    when: "A user created an account, with a password, a provider, a code by email or a passkey.",
    data: { method: METHOD },
  },
  "user.signed_in": { when: "A user signed in. A sign-up is not one.", data: { method: METHOD } },
  "user.sign_in_failed": {
    when: "The password or the code was wrong, the email address is unknown, the provider's token or the passkey was not accepted, or the user may not sign in now.",
    data: { method: TRIED, reason: REFUSED },
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
  "user.email_bounced": {
    when: "The mail server refused the address of a user as one that does not exist, or a backend or an administrator marked it. No email is sent to it until that is cleared.",
    data: BOUNCE,
  },
  "user.email_bounce_cleared": {
    when: "A code by email or a provider account proved the mailbox, or a backend or an administrator decided that emails are sent to it again. A link or a new address clears it with their own event.",
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
  "user.verification_email_sent": {
    when: "An administrator had a link queued that verifies the address.",
    data: QUEUED,
  },
  "user.identity_linked": { when: "A provider account was linked to a user.", data: { provider: PROVIDER } },
  "user.identity_unlinked": {
    when: "A provider account was removed from a user: by the user, by an administrator, by Apple, or by proof of the mailbox.",
    data: { provider: PROVIDER },
  },
  "user.second_factor_required": {
    when: "The first factor of a sign-in was right, and a second one is due.",
    data: { method: METHOD },
  },
  "user.factor_enrolled": { when: "A user has a new second factor.", data: FACTOR },
  "user.factor_removed": {
    when: "A second factor was removed: by the user, or by proof of the mailbox.",
    data: REMOVED_FACTOR,
  },
  "user.factors_reset": { when: "All second factors of a user were removed for them.", data: {} },
  "user.recovery_codes_replaced": { when: "A user has new recovery codes.", data: {} },
  "user.recovery_code_used": {
    when: "A recovery code has completed a sign-in.",
    data: { left: "How many codes are left." },
  },
  "user.passkey_added": { when: "A user has a new passkey.", data: PASSKEY },
  "user.passkey_renamed": { when: "A user gave a passkey another name.", data: PASSKEY },
  "user.passkey_removed": {
    when: "A passkey was removed from a user: by the user, by a backend or an administrator, or by proof of the mailbox.",
    data: PASSKEY,
  },
  "user.passkey_counter_went_back": {
    when: "A passkey signed in whose counter had not grown: a copy of it may exist. The user was signed in.",
    data: PASSKEY,
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
    when: "An email was not sent, because too many of its purpose were requested for the address, or because the address bounces.",
    data: {
      purpose:
        "`sign_up`, `verify_email`, `reset_password`, `change_email`, `delete_account` or `email_code`. Absent when the address bounces.",
      kind: "What the email was for, for example `verify_email`.",
      reason: "`bounces` when the address bounces. Absent when too many were requested.",
      mail: "Id of the email, when the address bounces.",
    },
  },
  "mail.cancelled": {
    when: "An administrator cancelled an email that waited.",
    data: {
      mail: "Id of the email.",
      kind: "What the email was for, for example `verify_email`.",
      attempts: "How often the server had tried.",
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
