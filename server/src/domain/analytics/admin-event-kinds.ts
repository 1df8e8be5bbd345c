import { GRANT } from "./billing-event-kinds.ts";
import { CHANGES, type EventKindRow } from "./event-kind-row.ts";
import { BOUNCE, PASSKEY, PUSH_REVOKED, QUEUED, SESSIONS } from "./user-event-kinds.ts";

const ADMIN = { adminId: "Id of the administrator." };
const ADMIN_EMAIL = { ...ADMIN, email: "Email address of the administrator." };
const ADMIN_SESSION = { ...ADMIN, sessionId: "Id of the session." };
const ADMIN_PASSKEY = { ...ADMIN, passkeyId: "Id of the passkey." };
const NAMED_PASSKEY = { ...ADMIN_PASSKEY, name: "Name of the passkey." };
const METHOD = { method: "`passkey` or `totp`. Absent for a password." };
const FACTOR = { ...ADMIN, factor: "`totp`: the authenticator app." };
const TOKEN = { ...ADMIN, tokenId: "Id of the token.", name: "Name of the token." };
const PROJECT = { slug: "Slug of the project.", name: "Name of the project." };

const USERS_JOB = {
  job_id: "Id of the job.",
  action: "`disable`, `enable`, `revoke_sessions` or `delete`.",
  filters: "What narrows the users: the names of filters, and `query` for a search. Empty for all users.",
};
const NOTE = { note_id: "Id of the note." };

/** What administrators do: the audit log. */
export const adminEventKinds = {
  "admin.logged_in": {
    when: "An administrator signed in to the console.",
    data: {
      ...ADMIN,
      method: "`passkey`. Absent for a password.",
      factor:
        "What was proven after the password: `totp`, `recovery_code` or `passkey`. Absent when the first proof was enough.",
    },
  },
  "admin.login_failed": {
    when: "A sign-in to the console failed.",
    data: {
      adminId: "Id of the administrator. Null when nobody has the address or the passkey.",
      email: "Email address of the administrator. Absent when nobody has the address or the passkey.",
      method:
        "`passkey` for the passkey of an administrator, `totp` or `recovery_code` for a wrong code after the password. Absent otherwise.",
      more: "True: as many have failed in an hour as are recorded. Further ones of that hour are not.",
    },
  },
  "admin.logged_out": { when: "An administrator signed out of the console.", data: ADMIN },
  "admin.reauthenticated": {
    when: "An administrator proved the password, a passkey or the authenticator app again.",
    data: { ...ADMIN_SESSION, ...METHOD },
  },
  "admin.reauthentication_failed": { when: "That failed.", data: { ...ADMIN_SESSION, ...METHOD } },
  "admin.session_ended": { when: "An administrator ended a session of their own.", data: ADMIN_SESSION },
  "admin.created": { when: "`svc admin create` created an administrator.", data: ADMIN_EMAIL },
  "admin.password_reset": { when: "`svc admin create` set a new password.", data: ADMIN_EMAIL },
  "admin.password_changed": { when: "An administrator changed the own password.", data: ADMIN },
  "admin.passkey_added": { when: "An administrator added a passkey of their own.", data: NAMED_PASSKEY },
  "admin.passkey_removed": { when: "An administrator removed a passkey of their own.", data: NAMED_PASSKEY },
  "admin.passkey_counter_went_back": {
    when: "The counter of an administrator's passkey did not grow. Somebody may have a copy of it.",
    data: ADMIN_PASSKEY,
  },
  "admin.factors_reset": {
    when: "`svc admin reset-factors` removed the passkeys and the authenticator app of an administrator and ended their sessions.",
    data: {
      ...ADMIN_EMAIL,
      passkeys: "How many passkeys.",
      totp: "Whether there was an authenticator app.",
    },
  },
  "admin.factor_enrolled": {
    when: "An administrator enrolled an authenticator app, perhaps in place of another one.",
    data: FACTOR,
  },
  "admin.factor_removed": { when: "An administrator removed the authenticator app.", data: FACTOR },
  "admin.recovery_codes_replaced": {
    when: "An administrator replaced the recovery codes by new ones.",
    data: FACTOR,
  },
  "admin.recovery_code_used": {
    when: "An administrator signed in with a recovery code.",
    data: { ...ADMIN, left: "How many codes are left." },
  },
  "admin.factor_policy_changed": {
    when: "An owner required a second factor of all administrators, or did not any more.",
    data: { required: "Whether it is required now." },
  },
  "admin.invited": {
    when: "An administrator invited another one.",
    data: {
      email: "Address of the invitation.",
      roles: "The roles that it brings, separated by commas.",
      ...QUEUED,
    },
  },
  "admin.invite_withdrawn": {
    when: "An invitation was withdrawn.",
    data: { email: "Address of the invitation." },
  },
  "admin.joined": {
    when: "An invitation was accepted.",
    data: { ...ADMIN, invitedBy: "Who sent the invitation." },
  },
  "admin.role_changed": {
    when: "An administrator got another role.",
    data: {
      ...ADMIN_EMAIL,
      project: "Slug of the project. Empty for the instance.",
      before: "The role before, or `none`.",
      after: "The role now, or `none`.",
    },
  },
  "admin.removed": { when: "An administrator was removed.", data: ADMIN_EMAIL },
  "admin.token_created": {
    when: "A personal access token was created.",
    data: {
      ...TOKEN,
      parentId: "Id of the token that created it. Null when a session did.",
      limits:
        "The ids of the projects that it is limited to, and whether it can only read, as JSON. Null without limits.",
    },
  },
  "admin.token_revoked": {
    when: "A personal access token was revoked.",
    data: { ...TOKEN, children: "How many tokens that it had created were revoked with it." },
  },
  "admin.tokens_revoked": {
    when: "`svc admin create` revoked every token of an administrator.",
    data: { ...ADMIN, revoked: "How many tokens." },
  },
  "admin.backup_made": {
    when: "An administrator had a backup written.",
    data: { file: "Name of the file.", bytes: "Its size." },
  },
  "admin.project_created": {
    when: "A project was created. In the audit log of the project and of the instance.",
    data: { ...PROJECT, project_id: "Id of the project. In the audit log of the instance only." },
  },
  "admin.project_updated": {
    when: "The name, a setting or a secret of a project changed.",
    data: {
      fields: "The settings that changed, separated by commas.",
      secrets: "The names of the secrets that changed, separated by commas. Never their values.",
      ...CHANGES,
    },
  },
  "admin.project_deleted": {
    when: "A project was deleted.",
    data: { ...PROJECT, project_id: "Id of the project." },
  },
  "admin.project_secret_key_regenerated": {
    when: "A project has a new secret key.",
    data: { keep_old_for_seconds: "For how long the old key works: 0 if it stopped at once." },
  },
  "admin.project_old_secret_key_ended": {
    when: "An administrator ended the secret key of before, which still worked.",
    data: {},
  },
  "admin.project_signing_key_rotated": {
    when: "A project signs with its next key.",
    data: { kid: "Id of the new key.", grace_seconds: "How long the old key stays valid." },
  },
  "admin.project_signing_key_reset": {
    when: "Every signing key of a project was replaced at once.",
    data: { kid: "Id of the new key.", revoked_sessions: "How many sessions ended." },
  },
  "admin.users_imported": {
    when: "Users were imported.",
    data: {
      created: "How many were created.",
      skipped: "How many were there already or cannot sign in.",
      refused: "How many were refused.",
    },
  },
  "admin.users_exported": {
    when: "Users were exported.",
    data: {
      users: "How many users.",
      guests: "How many of them are guests, when guests were asked for.",
      format: "`csv` for what a list of users shows. Absent for an export with password hashes.",
      more: "`true` when there are more than `users`, which is 10,000 then.",
    },
  },
  "admin.users_job_started": {
    when: "An administrator started to change many users.",
    data: USERS_JOB,
  },
  "admin.users_job_ended": {
    when: "That ended.",
    data: {
      ...USERS_JOB,
      state: "`done`, `canceled`, or `stopped` because the administrator may not do this any more.",
      changed: "How many users were changed.",
      failed: "How many could not be changed.",
    },
  },
  "admin.user_created": {
    when: "An administrator created a user.",
    data: { invited: "Whether an invitation was queued.", ...QUEUED },
  },
  "admin.user_profile_changed": { when: "An administrator changed a name or a picture.", data: CHANGES },
  "admin.user_email_changed": { when: "An administrator changed an email address.", data: CHANGES },
  "admin.user_email_unverified": { when: "An administrator marked an address as not verified.", data: {} },
  "admin.user_email_verified": { when: "An administrator marked an address as verified.", data: {} },
  "admin.user_password_changed": { when: "An administrator set a password.", data: {} },
  "admin.user_password_reset_sent": {
    when: "An administrator had a link queued that sets a new password.",
    data: QUEUED,
  },
  "admin.user_verification_email_sent": {
    when: "An administrator had a link queued that verifies the address.",
    data: QUEUED,
  },
  "admin.user_claims_changed": { when: "An administrator changed custom claims.", data: CHANGES },
  "admin.user_guest_converted": { when: "An administrator made a guest a permanent user.", data: {} },
  "admin.user_disabled": { when: "An administrator disabled a user.", data: {} },
  "admin.user_enabled": { when: "An administrator enabled a user.", data: {} },
  "admin.user_email_bounced": {
    when: "An administrator marked the address of a user as one that bounces.",
    data: BOUNCE,
  },
  "admin.user_email_bounce_cleared": {
    when: "An administrator had emails sent again to an address that bounced.",
    data: {},
  },
  "admin.user_exported": { when: "An administrator exported everything about a user.", data: {} },
  "admin.user_deletion_canceled": {
    when: "An administrator kept the account of a user who had asked for its deletion.",
    data: {},
  },
  "admin.user_deleted": { when: "An administrator deleted a user.", data: {} },
  "admin.user_sessions_revoked": { when: "An administrator ended sessions of a user.", data: SESSIONS },
  "admin.user_identity_unlinked": {
    when: "An administrator removed a provider account from a user.",
    data: { provider: "`google` or `apple`." },
  },
  "admin.user_factors_reset": { when: "An administrator removed the second factors of a user.", data: {} },
  "admin.user_passkey_removed": { when: "An administrator removed a passkey of a user.", data: PASSKEY },
  "admin.note_added": { when: "An administrator added a note about a user.", data: NOTE },
  "admin.note_deleted": { when: "An administrator deleted a note about a user.", data: NOTE },
  "admin.push_device_revoked": { when: "An administrator removed a push device.", data: PUSH_REVOKED },
  "admin.subscription_transferred": {
    when: "An administrator gave a subscription to another user.",
    data: {
      subscription_id: "Id of the subscription.",
      from_user_id: "Id of the user who had it before; null if nobody had, or that user was erased.",
    },
  },
  "admin.subscription_canceled": {
    when: "An administrator canceled a subscription at Stripe.",
    data: {
      subscription_id: "Id of the subscription.",
      store: "`stripe`.",
      immediately: "Whether it ended at once, or ends with its period.",
    },
  },
  "admin.payment_refunded": {
    when: "An administrator refunded a payment at Stripe.",
    data: {
      subscription_id: "Id of the subscription, if it is one.",
      purchase_id: "Id of the one-time purchase, if it is one.",
      store: "`stripe`.",
      currency: "The currency of the refund.",
      amount_micros: "The refund in millionths of the currency.",
    },
  },
  "admin.entitlement_granted": { when: "An administrator granted an entitlement.", data: GRANT },
  "admin.entitlement_grant_revoked": { when: "An administrator revoked a grant.", data: GRANT },
  "admin.notifications_replayed": {
    when: "An administrator had notifications of a store processed again.",
    data: { count: "How many." },
  },
  "admin.webhook_urls_read": {
    when: "An administrator read the addresses of the webhooks, which have secret parts.",
    data: {},
  },
} as const satisfies Record<string, EventKindRow>;
