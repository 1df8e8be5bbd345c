/** How the columns of a table are found in an export. Columns that are not named have a key of their own name. */
type Exported = Readonly<{
  /** The list, or the object, in which the rows are. */
  key: string;
  /** What tells the rows of the list apart; `id` if it is absent. */
  by?: string;
  /** The key of a column that has another name in the document. */
  renamed?: Readonly<Record<string, string>>;
  /** Columns that are not exported, and why. */
  leftOut?: Readonly<Record<string, string>>;
}>;

const SECRET = "a secret, or the hash or the MAC of one";
const SEALED = "a secret, sealed";
const INTERNAL = "how the server does its work; it tells nothing that another key does not";
const OF_ADMIN = "who the administrator is: personal data of somebody else";

/** What is exported. The rows of every other table must be in `leftOutTables`. */
export const exportedTables: Readonly<Record<string, Exported>> = {
  users: {
    key: "user",
    leftOut: {
      password_hash: `${SECRET}; has_password says whether there is one`,
      search_text: "email and name once more, in lower case",
      unproven_sign_up_at: INTERNAL,
      credential_epoch: INTERNAL,
    },
  },
  user_activity: {
    key: "user",
    by: "user_id",
    leftOut: { guest_day: INTERNAL, disabled_at: "as in users, once more, for lists of disabled users" },
  },
  identities: {
    key: "identities",
    leftOut: { refresh_token_sealed: SEALED, refresh_token_client_id: "of the app, not of the person" },
  },
  passkeys: { key: "passkeys" },
  totp_factors: {
    key: "authenticator_app",
    by: "user_id",
    leftOut: { secret_sealed: SEALED, last_step: INTERNAL },
  },
  sessions: {
    key: "sessions",
    leftOut: {
      locator_hash: SECRET,
      locator_sealed: SEALED,
      token_hash: SECRET,
      previous_hash: SECRET,
      attempt_mac: SECRET,
      replay: SEALED,
      earlier_mac_1: SECRET,
      earlier_mac_2: SECRET,
      opening_attempt: SECRET,
      opening_mac: SECRET,
      expiry_day: INTERNAL,
      rotated_at: INTERNAL,
      earlier_at_1: INTERNAL,
      earlier_at_2: INTERNAL,
    },
  },
  push_devices: { key: "push_devices", leftOut: { token_hash: SECRET, token_sealed: SEALED } },
  email_tokens: { key: "email_links", by: "purpose", leftOut: { hash: SECRET } },
  address_undos: { key: "address_undos", leftOut: { hash: SECRET } },
  outbox: { key: "emails", leftOut: { next_attempt_at: INTERNAL, claimed_until: INTERNAL } },
  user_notes: { key: "notes", leftOut: { author: OF_ADMIN } },
  entitlement_grants: { key: "entitlement_grants" },
  billing_accounts: { key: "billing_account", by: "user_id" },
  subscriptions: {
    key: "subscriptions",
    leftOut: {
      snapshot_at: INTERNAL,
      check_at: INTERNAL,
      check_attempts: INTERNAL,
      owner_deleted_at: "null while there is an owner",
    },
  },
  purchases: {
    key: "purchases",
    leftOut: {
      snapshot_at: INTERNAL,
      check_at: INTERNAL,
      check_attempts: INTERNAL,
      owner_deleted_at: "null while there is an owner",
    },
  },
  user_active_days: { key: "active_days", by: "day", leftOut: { gap: "follows from the days" } },
  events: { key: "events", renamed: { at: "time" } },
};

/** Tables that may have rows about a person and are not exported, and why. */
export const leftOutTables: Readonly<Record<string, string>> = {
  erasures: "written only when the user is erased",
  refresh_tokens: "hashes of the tokens of version 0.1; their session is exported",
  recovery_codes: "MACs of codes; recovery_codes_left of the authenticator app says how many are left",
  factor_failures: "when codes were wrong, for a day; the events have it",
  mfa_challenges: "a sign-in or an enrollment on its way; it is gone after 10 minutes",
  oauth_handoffs: "a sign-in on its way, sealed; it is gone after a day",
  billing_inbox:
    "what a store reported, kept for 90 days; what it changed is in the subscription or purchase",
  subscription_successions: "superseded_by of the subscription has it",
  stripe_cancellations: "written when the owner is deleted",
  user_jobs: "what an administrator searched for, kept for 30 days",
  admins: "an administrator with the same address is another account",
  admin_invites: "the same",
};

/** Tables that cannot have rows about a user, and why. */
export const tablesWithoutPersons: Readonly<Record<string, string>> = {
  one_time_codes:
    "a code on its way to the address, only as a MAC; it is gone 10 minutes after the email left",
  banned_addresses: "keyed hashes of users who are gone",
  admin_roles: "of administrators",
  admin_sessions: "of administrators",
  admin_passkeys: "of administrators",
  admin_totp: "of administrators",
  admin_recovery_codes: "of administrators",
  admin_mfa_challenges: "of administrators",
  admin_factor_failures: "of administrators",
  personal_access_tokens: "of administrators",
  projects: "of the customer",
  deleted_projects: "ids of projects",
  provider_secrets: "of the customer",
  theme_revisions: "of the customer",
  project_texts: "of the customer",
  assets: "of the customer",
  signing_keys: "of the customer",
  billing_stores: "how stores fare",
  daily_stats: "counts",
  hash_counts: "counts",
  rollups: "how far was counted",
  oauth_used_tokens: "hashes of tokens",
  used_passkey_challenges: "hashes of challenges, for minutes",
  oauth_flows: "nobody has come back yet, so it is not known who it is",
  apple_revocations: "a sealed token",
  apple_notifications: "ids of notifications",
  sign_up_attempts: "hashes of attempt ids",
  rate_limits: "hashes of addresses, for minutes",
  instance_settings: "of the operator",
  leases: "names of jobs",
  certificates: "of the operator",
  acme_accounts: "of the operator",
  acme_challenges: "of the operator",
  migrations: "names of migrations",
};
