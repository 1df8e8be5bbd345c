import type { JsonObject, JsonValue } from "@bufbuild/protobuf";
import type { Project } from "../../domain/projects/project.ts";
import type { ExportedPerson, ExportPart } from "../../domain/user-data/export-user.ts";
import type { ExportedLists } from "../../domain/user-data/exported-lists.ts";
import type { Millis } from "../../storage/db.ts";
import { utcText } from "../front/utc-text.ts";

/** Raised when a key changes its meaning or goes. New keys do not raise it. */
const FORMAT = 1;

type Encoders = { [L in keyof ExportedLists]: (row: ExportedLists[L][number]) => JsonObject };

/**
 * One part of an export as JSON. The first has every key of the document, so that the parts are joined by appending
 * lists. No secret is in it, in no form, and not who an administrator is: that is about somebody else.
 */
export function encodeExportPart(project: Project, { person, lists }: ExportPart): JsonObject {
  const part: JsonObject = person ? { ...encodePerson(project, person), ...noRows() } : {};
  for (const [list, rows] of Object.entries(lists)) {
    const encode = encoders[list as keyof Encoders] as (row: unknown) => JsonObject;
    if (person || rows.length > 0) part[keyOf(list)] = rows.map(encode);
  }
  return part;
}

function encodePerson(
  project: Project,
  { user, activity, billingAccount, totp, recoveryCodesLeft, exportedAt }: ExportedPerson,
): JsonObject {
  return {
    format: FORMAT,
    exported_at: utcText(exportedAt),
    project: { id: project.id, slug: project.slug },
    user: {
      id: user.id,
      email: user.email,
      email_verified_at: time(user.emailVerifiedAt),
      email_bounced_at: time(user.emailBouncedAt),
      email_bounce_reason: user.emailBounceReason,
      display_name: user.displayName,
      avatar_url: user.avatarUrl,
      locale: user.locale,
      custom_claims: JSON.parse(user.customClaims) as JsonObject,
      is_anonymous: user.guestSince !== null,
      guest_since: time(user.guestSince),
      has_password: user.passwordHash !== null,
      disabled_at: time(user.disabledAt),
      deletion_due_at: time(user.deletionDueAt),
      deletion_reason: user.deletionReason,
      created_at: utcText(user.createdAt),
      updated_at: utcText(user.updatedAt),
      last_sign_in_at: time(activity?.lastSignInAt),
      last_active_at: time(activity?.lastActiveAt),
    },
    authenticator_app: totp
      ? {
          created_at: utcText(totp.createdAt),
          last_used_at: time(totp.lastUsedAt),
          recovery_codes_left: recoveryCodesLeft,
        }
      : null,
    billing_account: billingAccount
      ? {
          purchase_token: billingAccount.purchaseToken,
          stripe_customer_id: billingAccount.stripeCustomerId,
          created_at: utcText(billingAccount.createdAt),
        }
      : null,
  };
}

const encoders: Encoders = {
  identities: (row) => ({
    id: row.id,
    provider: row.provider,
    subject: row.subject,
    email: row.email,
    email_authoritative: row.emailAuthoritative === 1,
    is_private_email: row.isPrivateEmail === 1,
    relay_disabled_at: time(row.relayDisabledAt),
    created_at: utcText(row.createdAt),
    last_used_at: time(row.lastUsedAt),
  }),
  passkeys: (row) => ({
    id: row.id,
    name: row.name,
    credential_id: row.credentialId,
    public_key: row.publicKey,
    algorithm: row.algorithm,
    rp_id: row.rpId,
    user_handle: row.userHandle,
    sign_count: row.signCount,
    transports: row.transports,
    aaguid: row.aaguid,
    backup_eligible: row.backupEligible === 1,
    backed_up: row.backedUp === 1,
    created_at: utcText(row.createdAt),
    last_used_at: time(row.lastUsedAt),
  }),
  sessions: (row) => ({
    id: row.id,
    method: row.method,
    passkey_id: row.passkeyId,
    authenticated_at: time(row.authenticatedAt),
    proven_by: row.provenBy,
    user_agent: row.userAgent,
    ip: row.ip,
    created_at: utcText(row.createdAt),
    last_used_at: utcText(row.lastUsedAt),
    ends_at: utcText(row.endsAt),
    token_expires_at: time(row.tokenExpiresAt),
    revoked_at: time(row.revokedAt),
    revoked_reason: row.revokedReason,
  }),
  pushDevices: ({ createdAt, lastRegisteredAt, ...row }) => ({
    id: row.id,
    session_id: row.sessionId,
    installation_id: row.installationId,
    provider: row.provider,
    environment: row.environment,
    app_id: row.appId,
    app_version: row.appVersion,
    os: row.os,
    os_version: row.osVersion,
    device_model: row.deviceModel,
    locale: row.locale,
    timezone: row.timezone,
    notifications_enabled: row.notificationsEnabled === 1,
    created_at: utcText(createdAt),
    last_registered_at: utcText(lastRegisteredAt),
  }),
  emailLinks: (row) => ({
    purpose: row.purpose,
    email: row.email,
    created_at: utcText(row.createdAt),
    expires_at: utcText(row.expiresAt),
  }),
  addressUndos: (row) => ({
    id: row.id,
    email: row.email,
    verified_at: utcText(row.verifiedAt),
    changed_at: utcText(row.changedAt),
    expires_at: utcText(row.expiresAt),
  }),
  emails: (row) => ({
    id: row.id,
    kind: row.kind,
    recipient: row.recipient,
    detail: row.detail,
    created_at: utcText(row.createdAt),
    attempts: row.attempts,
    last_error: row.lastError,
    sent_at: time(row.sentAt),
    gave_up_at: time(row.gaveUpAt),
    ended_as: row.endedAs,
    relay_answer: row.relayAnswer,
    language: row.language,
  }),
  notes: (row) => ({ id: row.id, text: row.text, created_at: utcText(row.createdAt) }),
  entitlementGrants: (row) => ({
    id: row.id,
    entitlement_id: row.entitlementId,
    reason: row.reason,
    granted_by: actor(row.grantedBy),
    created_at: utcText(row.createdAt),
    expires_at: time(row.expiresAt),
    revoked_at: time(row.revokedAt),
  }),
  subscriptions: (row) => ({
    id: row.id,
    store: row.store,
    subject_key: row.subjectKey,
    environment: row.environment,
    product_id: row.productId,
    plan_id: row.planId,
    tier_id: row.tierId,
    add_ons: row.addOns === "" ? [] : (JSON.parse(row.addOns) as JsonValue),
    state: row.state,
    will_renew: row.willRenew === 1,
    is_trial: row.isTrial === 1,
    had_trial: row.hadTrial === 1,
    family_shared: row.familyShared === 1,
    started_at: utcText(row.startedAt),
    begun_at: time(row.begunAt),
    paid_at: time(row.paidAt),
    period_start: utcText(row.periodStart),
    period_end: utcText(row.periodEnd),
    access_until: utcText(row.accessUntil),
    canceled_at: time(row.canceledAt),
    cancel_reason: row.cancelReason,
    paused_until: time(row.pausedUntil),
    revoked_at: time(row.revokedAt),
    price_micros: row.priceMicros,
    currency: row.currency,
    account_token: row.accountToken,
    superseded_by: row.supersededBy,
    created_at: utcText(row.createdAt),
    updated_at: utcText(row.updatedAt),
  }),
  purchases: (row) => ({
    id: row.id,
    store: row.store,
    subject_key: row.subjectKey,
    environment: row.environment,
    product_id: row.productId,
    plan_id: row.planId,
    catalog_id: row.catalogId,
    kind: row.kind,
    state: row.state,
    quantity: row.quantity,
    family_shared: row.familyShared === 1,
    purchased_at: utcText(row.purchasedAt),
    refunded_at: time(row.refundedAt),
    price_micros: row.priceMicros,
    currency: row.currency,
    account_token: row.accountToken,
    claim_id: row.claimId,
    consumed_at: time(row.consumedAt),
    created_at: utcText(row.createdAt),
    updated_at: utcText(row.updatedAt),
  }),
  activeDays: (row) => ({ day: row.day }),
  events: (row) => ({
    id: row.id,
    kind: row.kind,
    time: utcText(row.at),
    actor: actor(row.actor),
    ...(isAdmin(row.actor) ? { ip: null, user_agent: null } : { ip: row.ip, user_agent: row.userAgent }),
    data: JSON.parse(row.data) as JsonObject,
  }),
};

/** Every list, empty. */
function noRows(): JsonObject {
  return Object.fromEntries(Object.keys(encoders).map((list) => [keyOf(list), []]));
}

/** `pushDevices` is `push_devices` in the document. */
function keyOf(list: string): string {
  return list.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function time(ms: Millis | null | undefined): string | null {
  return ms === null || ms === undefined ? null : utcText(ms);
}

function actor(stored: string): string {
  return isAdmin(stored) ? "admin" : stored;
}

function isAdmin(stored: string): boolean {
  return stored.startsWith("admin:");
}
