import type { AuthError } from "../auth-error.ts";
import type { TextKey } from "./language.ts";

/** Reasons that mean the same to a user as another one. */
const SAME_AS: Readonly<Record<string, TextKey>> = {
  SIGNED_OUT: "SESSION_REVOKED",
  REFRESH_TOKEN_INVALID: "SESSION_REVOKED",
  REFRESH_TOKEN_REUSED: "SESSION_REVOKED",
  ACCESS_TOKEN_INVALID: "SESSION_REVOKED",
  OAUTH_CODE_INVALID: "OAUTH_TOKEN_INVALID",
  OAUTH_FLOW_INVALID: "OAUTH_TOKEN_INVALID",
  STORE_NOT_CONFIGURED: "BILLING_DISABLED",
  PRODUCT_UNKNOWN: "PRODUCT_RETIRED",
  DEADLINE_EXCEEDED: "TIMEOUT",
};

/** The key of the metadata that narrows a reason. */
const NARROWED_BY: Readonly<Record<string, string>> = {
  WEAK_PASSWORD: "rule",
  SESSION_REVOKED: "cause",
  ALREADY_EXISTS: "resource",
  INVALID_REQUEST: "field",
};

/** The keys of the sentences for an error, the most fitting first. The last one is always there. */
export function sentencesFor(error: AuthError): string[] {
  const reason = SAME_AS[error.reason] ?? error.reason;
  return [`${reason}.${narrowing(reason, error)}`, reason, error.retryable ? "general.retry" : "general"];
}

function narrowing(reason: string, error: AuthError): string | undefined {
  const { metadata } = error;
  if (attemptsLeftOf(error) === 0) return "none";
  if (reason === "EMAIL_ALREADY_EXISTS" && metadata.sign_in_methods) return "methods";
  if (reason === "SUBSCRIBED_IN_OTHER_STORE" && metadata.store) return "store";
  const value = metadata[NARROWED_BY[reason] ?? ""];
  return value === "new_email" ? "email" : value;
}

export function attemptsLeftOf({ attemptsLeft, metadata }: AuthError): number | undefined {
  return attemptsLeft ?? (metadata.attempts_left ? Number(metadata.attempts_left) : undefined);
}
