import { hash } from "node:crypto";
import { AppError } from "../errors.ts";

const ETAG_LENGTH = 22;

/** Identifies a version of something by its content: other content has another etag. */
export function etagOf(...content: readonly unknown[]): string {
  return hash("sha256", JSON.stringify(content), "base64url").slice(0, ETAG_LENGTH);
}

/**
 * Throws unless the caller saw the current version, or does not care. Call it in the transaction that writes, after the
 * row is locked.
 */
export function requireEtag(given: string | undefined, current: string, resource: string): void {
  if (given && given !== current) throw new AppError("ETAG_MISMATCH", `is ${current}`, { resource });
}
