/** The gRPC status names, as Connect writes them. */
export type Status =
  | "cancelled"
  | "unknown"
  | "invalid_argument"
  | "deadline_exceeded"
  | "not_found"
  | "already_exists"
  | "permission_denied"
  | "resource_exhausted"
  | "failed_precondition"
  | "aborted"
  | "out_of_range"
  | "unimplemented"
  | "internal"
  | "unavailable"
  | "data_loss"
  | "unauthenticated";

/** Every reason a caller can meet: its status and its public text. docs/errors.md says when each appears. */
export const reasons = {
  INVALID_CREDENTIALS: ["unauthenticated", "email or password is wrong"],
  USER_DISABLED: ["permission_denied", "this account is disabled"],
  EMAIL_NOT_VERIFIED: ["failed_precondition", "verify your email first"],
  WEAK_PASSWORD: ["invalid_argument", "choose a stronger password"],
  EMAIL_ALREADY_EXISTS: ["already_exists", "this email is already registered"],
  OAUTH_ACCOUNT_EXISTS: ["already_exists", "this provider account belongs to another user"],
  RATE_LIMITED: ["resource_exhausted", "too many attempts; try again later"],
  REQUEST_TOO_LARGE: ["invalid_argument", "the request is larger than this method allows"],
  INVALID_REQUEST: ["invalid_argument", "the request is not valid"],
  REFRESH_TOKEN_INVALID: ["unauthenticated", "sign in again"],
  REFRESH_TOKEN_REUSED: [
    "unauthenticated",
    "this refresh token was already used, so its session was ended; sign in again",
  ],
  ACCESS_TOKEN_INVALID: ["unauthenticated", "the access token is missing, malformed or expired"],
  SESSION_REVOKED: ["unauthenticated", "this session has ended; sign in again"],
  API_KEY_MISSING: ["unauthenticated", "send the project's key as x-svc-key"],
  API_KEY_INVALID: ["unauthenticated", "no project has this x-svc-key"],
  WRONG_PROJECT: ["permission_denied", "this belongs to another project"],
  WRONG_SURFACE: ["permission_denied", "this credential cannot call this API"],
  ADMIN_UNAUTHENTICATED: ["unauthenticated", "sign in as an administrator"],
  ADMIN_FORBIDDEN: ["permission_denied", "your role or your token does not allow this"],
  EMAIL_TOKEN_INVALID: [
    "failed_precondition",
    "this link was already used, has expired or was replaced by a newer one",
  ],
  ATTEMPT_INVALID: [
    "failed_precondition",
    "this attempt id was used for another request, or its session is in use or has ended",
  ],
  SIGN_UP_CLOSED: ["failed_precondition", "sign-up is closed for this project"],
  EMAIL_CODE_INVALID: ["unauthenticated", "this code is wrong, expired or already used"],
  EMAIL_CODE_DISABLED: ["failed_precondition", "sign-in with an email code is disabled for this project"],
  PASSKEY_INVALID: ["unauthenticated", "this passkey was not accepted"],
  PASSKEY_DISABLED: ["failed_precondition", "sign-in with passkeys is disabled"],
  PASSKEY_ALREADY_EXISTS: ["already_exists", "this passkey is registered already"],
  TOO_MANY_PASSKEYS: ["failed_precondition", "the account has as many passkeys as are allowed"],
  MFA_REQUIRED: ["failed_precondition", "prove your second factor to complete the sign-in"],
  MFA_ENROLLMENT_REQUIRED: ["failed_precondition", "enroll a second factor to complete the sign-in"],
  MFA_CHALLENGE_INVALID: ["failed_precondition", "this sign-in took too long or is void; sign in again"],
  MFA_CODE_INVALID: ["unauthenticated", "this code is wrong, expired or already used"],
  MFA_DISABLED: ["failed_precondition", "second factors are not available for this account"],
  ANONYMOUS_SIGN_IN_DISABLED: ["failed_precondition", "anonymous sign-in is disabled for this project"],
  OAUTH_PROVIDER_DISABLED: ["failed_precondition", "this sign-in provider is not enabled"],
  NOT_A_GUEST: ["failed_precondition", "this account already has a password"],
  LAST_SIGN_IN_METHOD: ["failed_precondition", "this is the account's only sign-in method"],
  ETAG_MISMATCH: ["aborted", "this was changed in the meantime; read it again and repeat the change"],
  LAST_ADMIN: ["failed_precondition", "the last owner cannot be removed or lose that role"],
  UPGRADE_UNFINISHED: [
    "failed_precondition",
    "finish the upgrade first, with svc migrate --finish: replicas of the version before know neither roles nor second factors",
  ],
  USER_JOB_RUNNING: ["failed_precondition", "another job is still changing users of this project"],
  CURSOR_EXPIRED: [
    "failed_precondition",
    "what follows this cursor is not kept any more; begin again with from_now and list the users",
  ],
  BACKUPS_NOT_CONFIGURED: [
    "failed_precondition",
    "the server writes no backups; start it with a backup directory (backup_dir)",
  ],
  BACKUP_RUNNING: ["failed_precondition", "another backup is still being written"],
  EXPIRY_TOO_LATE: ["invalid_argument", "the new token would outlive the token that creates it"],
  REAUTHENTICATION_REQUIRED: ["failed_precondition", "prove again who you are, or sign in again, first"],
  OAUTH_TOKEN_INVALID: ["unauthenticated", "the provider's token was not accepted"],
  OAUTH_CODE_INVALID: ["unauthenticated", "this sign-in code is unknown, used or expired"],
  OAUTH_FLOW_INVALID: [
    "failed_precondition",
    "this sign-in was started in another browser, is already finished or took too long",
  ],
  REDIRECT_NOT_ALLOWED: ["invalid_argument", "this redirect target is not allowed by the project's settings"],
  PROVIDER_UNAVAILABLE: ["unavailable", "the sign-in provider is not responding; try again"],
  BILLING_DISABLED: ["failed_precondition", "billing is not enabled for this project"],
  STORE_NOT_CONFIGURED: ["failed_precondition", "this store is not set up for the project"],
  STORE_UNAVAILABLE: ["unavailable", "the store is not responding; try again"],
  PURCHASE_INVALID: ["invalid_argument", "the store did not confirm this purchase"],
  PURCHASE_OWNED_BY_OTHER_USER: ["already_exists", "this purchase belongs to another user"],
  PRODUCT_UNKNOWN: ["invalid_argument", "the product is not in the catalog"],
  PRODUCT_RETIRED: ["failed_precondition", "this product is no longer sold"],
  ALREADY_SUBSCRIBED: ["failed_precondition", "the user already has a subscription"],
  ALREADY_PURCHASED: ["failed_precondition", "the user already owns this product"],
  SUBSCRIBED_IN_OTHER_STORE: ["failed_precondition", "the user has a subscription in another store"],
  PURCHASE_CONSUMED: ["already_exists", "this purchase was already consumed with another claim id"],
  PURCHASE_NOT_PAID: ["failed_precondition", "this purchase is not paid, or was refunded"],
  PURCHASE_NOT_CONSUMABLE: ["failed_precondition", "this purchase cannot be consumed"],
  STORE_ACTION_UNSUPPORTED: ["failed_precondition", "in this store, only the customer can do this"],
  NOTHING_TO_REFUND: ["failed_precondition", "there is no payment to refund"],
  OVERLOADED: ["unavailable", "the server is busy; try again"],
  STORAGE_UNAVAILABLE: ["unavailable", "the database is not responding; try again"],
  NOT_FOUND: ["not_found", "not found"],
  ALREADY_EXISTS: ["already_exists", "already exists"],
  CSRF_REJECTED: ["permission_denied", "the request does not come from this site"],
  UNIMPLEMENTED: ["unimplemented", "there is no such method"],
  HTTP_METHOD_UNSUPPORTED: ["unknown", "call this method with POST"],
  CONTENT_TYPE_UNSUPPORTED: ["unknown", "this content type is not one of gRPC, gRPC-Web or Connect"],
  COMPRESSION_UNSUPPORTED: ["unimplemented", "this compression is not supported; send gzip or none"],
  COMPRESSION_NOT_DECLARED: ["internal", "the message is compressed, but no header names the compression"],
  NOT_ONE_MESSAGE: ["unimplemented", "send exactly one message"],
  DEADLINE_EXCEEDED: ["deadline_exceeded", "the deadline has passed"],
  CANCELLED: ["cancelled", "the caller closed the request"],
  INTERNAL: ["internal", "internal error"],
} as const satisfies Record<string, readonly [Status, string]>;

export type Reason = keyof typeof reasons;

/** A failure the caller may see. Anything else that is thrown is a bug and answers INTERNAL. */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly reason: Reason;
  readonly status: Status;
  /** For the log only; never sent. */
  readonly detail: string | undefined;
  /** Sent as ErrorInfo.metadata. */
  readonly metadata: Readonly<Record<string, string>>;

  /** `cause` is what was thrown below; for the log only, like the detail. */
  constructor(
    reason: Reason,
    detail?: string,
    metadata: Readonly<Record<string, string>> = {},
    { cause }: ErrorOptions = {},
  ) {
    const [status, message] = reasons[reason];
    super(message);
    this.reason = reason;
    this.status = status;
    this.detail = detail;
    this.metadata = metadata;
    if (cause !== undefined) this.cause = cause;
  }
}

/** A way to prove the second factor. */
export type SecondFactor = "totp" | "passkey" | "recovery_code";

/** What a sign-in still needs. The token is a secret. */
export type FactorChallenge = Readonly<{
  token: string;
  /** Empty when the user has to enroll one first. */
  factors: readonly SecondFactor[];
  expiresAt: number;
}>;

/** The first factor was right, and a second one is due. The challenge is sent as a detail of its own, never logged. */
export class FactorRequired extends AppError {
  readonly challenge: FactorChallenge;

  constructor(challenge: FactorChallenge) {
    super(challenge.factors.length === 0 ? "MFA_ENROLLMENT_REQUIRED" : "MFA_REQUIRED");
    this.challenge = challenge;
  }
}

const OVERLOADED = new AppError("OVERLOADED", undefined, { retry_after_seconds: "1" });

/** The server has more work than it can do. In an overload thousands a second get the same one. */
export function overloaded(detail?: string): AppError {
  return detail === undefined ? OVERLOADED : new AppError("OVERLOADED", detail, OVERLOADED.metadata);
}

/** What lies behind a failure, with its codes: "57P01 terminating connection". Undefined when nothing does. */
export function causeOf(error: Error): string | undefined {
  const { cause } = error;
  if (cause === undefined) return undefined;
  if (!(cause instanceof Error)) return String(cause);
  // `errcode` is SQLite's own, more exact than the code that Node gives to all of them.
  const { code, errcode } = cause as { code?: unknown; errcode?: unknown };
  return [code, errcode, messageOf(cause)].filter((part) => part !== undefined).join(" ");
}

/** For a line of the log about work that nobody called for. */
export function describeError(error: unknown): string {
  if (!(error instanceof AppError)) return String(error);
  return [error.reason, causeOf(error) ?? error.detail].filter((part) => part !== undefined).join(" ");
}

/** Node connects to every address of a name; when all fail, the error has no message of its own. */
export function messageOf(error: Error): string {
  if (error.message) return error.message;
  const [first] = (error as { errors?: Error[] }).errors ?? [];
  return first?.message ?? error.name;
}

/** A field of the request that cannot be accepted, named as in the contract. */
export function invalidRequest(field: string, problem: string): AppError {
  return new AppError("INVALID_REQUEST", `${field}: ${problem}`, { field, problem });
}

/** `retryAfterMs`: when the store said how long to wait. `isRefusal`: it knows us and says no, as with a wrong key. */
export function storeUnavailable(
  store: string,
  why: string,
  {
    retryAfterMs,
    isRefusal = false,
    permission = "",
  }: { retryAfterMs?: number | undefined; isRefusal?: boolean; permission?: string } = {},
): AppError {
  const retry = retryAfterMs === undefined ? {} : { retry_after_ms: String(retryAfterMs) };
  return new AppError("STORE_UNAVAILABLE", why, {
    store,
    ...(isRefusal && { refused: "true" }),
    ...(permission !== "" && { permission }),
    ...retry,
  });
}

/** What the person at the terminal can mend: one line says what is wrong, the hint says what to do. */
export class OperatorError extends Error {
  override readonly name = "OperatorError";
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.hint = hint;
  }
}

/** A command that works on what is there found no instance. */
export class NoInstanceError extends OperatorError {}

/** The command line, the environment or the configuration file is wrong. Both texts are one line for the operator. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.hint = hint;
  }
}

/** The project of a call was read by an earlier call and has changed since. The call begins again with the project as it is. */
export class ProjectChangedError extends Error {
  override readonly name = "ProjectChangedError";
}
