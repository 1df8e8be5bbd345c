export type RateLimit = Readonly<{ limit: number; windowMs: number }>;

/**
 * All rules: the subject of the counters, and how they count.
 * - `address`: a caller's network. On PostgreSQL all replicas count together
 * - `account`: an account, a session, a link or a device. They are kept in the database
 * - `process`: the load of this process. Each process counts for itself
 * - `window`: a number per window, which starts with the first
 * - `streak`: a number in a row, then one after each pause; the pause starts with the window and doubles
 * - `paced`: a few at once, the others spread over the window
 */
export const rateLimitRules = {
  sign_in_address: { counts: "address", by: "window" },
  sign_in_account: { counts: "account", by: "streak" },
  sign_in_device: { counts: "account", by: "window" },
  sign_in_calls_address: { counts: "process", by: "window" },
  sign_in_calls_account: { counts: "process", by: "window" },
  sign_up_address: { counts: "address", by: "window" },
  refresh_address: { counts: "address", by: "window" },
  refresh_family: { counts: "account", by: "window" },
  mail_address: { counts: "address", by: "window" },
  mail_account: { counts: "account", by: "paced" },
  email_code_account: { counts: "account", by: "window" },
  email_code_device: { counts: "account", by: "window" },
  confirm_address: { counts: "address", by: "window" },
  confirm_token: { counts: "account", by: "window" },
  anonymous_address: { counts: "address", by: "window" },
  oauth_address: { counts: "address", by: "window" },
  link_address: { counts: "address", by: "window" },
  link_guest: { counts: "account", by: "window" },
  purchase_address: { counts: "address", by: "window" },
  purchase_user: { counts: "account", by: "window" },
  admin_login_address: { counts: "address", by: "window" },
  admin_login_account: { counts: "account", by: "streak" },
  admin_login_device: { counts: "account", by: "window" },
  admin_preview_mail: { counts: "account", by: "window" },
  unknown_key_address: { counts: "address", by: "window" },
} as const satisfies Record<
  string,
  { counts: "address" | "process"; by: "window" } | { counts: "account"; by: "window" | "streak" | "paced" }
>;

export type RateLimitName = keyof typeof rateLimitRules;

/** Rules whose counters are in the database. */
export type AccountRateLimitName = {
  [N in RateLimitName]: (typeof rateLimitRules)[N]["counts"] extends "account" ? N : never;
}[RateLimitName];

export type RateLimits = Readonly<Record<RateLimitName, RateLimit>>;
