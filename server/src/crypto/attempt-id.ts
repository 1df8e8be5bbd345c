import { createHmac } from "node:crypto";

/** At least 128 random bits in URL-safe characters. Anything else counts as no id at all. */
export function isAttemptId(text: string): boolean {
  return /^[A-Za-z0-9_-]{22,256}$/.test(text);
}

/**
 * Identifies a token together with the attempt that used it. Nobody can compute it from the database: the attempt id
 * is not stored.
 */
export function macAttempt(attemptId: string, tokenHash: string): string {
  return createHmac("sha256", attemptId).update(`svc refresh attempt|${tokenHash}`).digest("base64url");
}

/**
 * Identifies the request of an attempt that opens a session: its project, method and proving fields, never the password.
 * With the database and the attempt id, a MAC of the password would be a fast hash of it.
 */
export function macOpening(attemptId: string, fields: readonly string[]): string {
  return createHmac("sha256", attemptId)
    .update(`svc opening attempt|${JSON.stringify(fields)}`)
    .digest("base64url");
}
