/** Every reason of the server under its code, as Connect writes it, with the HTTP status; docs/errors.md explains them. */
export const CODES = {
  canceled: { status: 499, reasons: ["CANCELLED"] },
  invalid_argument: {
    status: 400,
    reasons: [
      "WEAK_PASSWORD",
      "REQUEST_TOO_LARGE",
      "INVALID_REQUEST",
      "EXPIRY_TOO_LATE",
      "REDIRECT_NOT_ALLOWED",
      "PURCHASE_INVALID",
      "PRODUCT_UNKNOWN",
    ],
  },
  deadline_exceeded: { status: 504, reasons: ["DEADLINE_EXCEEDED"] },
  not_found: { status: 404, reasons: ["NOT_FOUND"] },
  already_exists: {
    status: 409,
    reasons: [
      "EMAIL_ALREADY_EXISTS",
      "OAUTH_ACCOUNT_EXISTS",
      "PURCHASE_OWNED_BY_OTHER_USER",
      "PURCHASE_CONSUMED",
      "ALREADY_EXISTS",
    ],
  },
  permission_denied: {
    status: 403,
    reasons: ["USER_DISABLED", "WRONG_PROJECT", "WRONG_SURFACE", "CSRF_REJECTED"],
  },
  resource_exhausted: { status: 429, reasons: ["RATE_LIMITED"] },
  failed_precondition: {
    status: 400,
    reasons: [
      "EMAIL_NOT_VERIFIED",
      "EMAIL_TOKEN_INVALID",
      "ATTEMPT_INVALID",
      "SIGN_UP_CLOSED",
      "ANONYMOUS_SIGN_IN_DISABLED",
      "OAUTH_PROVIDER_DISABLED",
      "NOT_A_GUEST",
      "LAST_SIGN_IN_METHOD",
      "LAST_ADMIN",
      "USER_JOB_RUNNING",
      "REAUTHENTICATION_REQUIRED",
      "OAUTH_FLOW_INVALID",
      "BILLING_DISABLED",
      "STORE_NOT_CONFIGURED",
      "PRODUCT_RETIRED",
      "ALREADY_SUBSCRIBED",
      "ALREADY_PURCHASED",
      "SUBSCRIBED_IN_OTHER_STORE",
      "PURCHASE_NOT_PAID",
      "PURCHASE_NOT_CONSUMABLE",
      "STORE_ACTION_UNSUPPORTED",
      "NOTHING_TO_REFUND",
    ],
  },
  unimplemented: { status: 501, reasons: ["UNIMPLEMENTED"] },
  internal: { status: 500, reasons: ["INTERNAL"] },
  unavailable: {
    status: 503,
    reasons: ["PROVIDER_UNAVAILABLE", "STORE_UNAVAILABLE", "OVERLOADED", "STORAGE_UNAVAILABLE"],
  },
  unauthenticated: {
    status: 401,
    reasons: [
      "INVALID_CREDENTIALS",
      "REFRESH_TOKEN_INVALID",
      "REFRESH_TOKEN_REUSED",
      "ACCESS_TOKEN_INVALID",
      "SESSION_REVOKED",
      "API_KEY_MISSING",
      "API_KEY_INVALID",
      "ADMIN_UNAUTHENTICATED",
      "OAUTH_TOKEN_INVALID",
      "OAUTH_CODE_INVALID",
    ],
  },
} as const;

/** A reason that the server can give; docs/errors.md says when it gives which. */
export type ServerReason = (typeof CODES)[keyof typeof CODES]["reasons"][number];
