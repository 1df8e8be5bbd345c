import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from "node:crypto";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Of an attempt that consumed a token of version 0.1. */
export function hashAttemptId(attemptId: string): string {
  return hash("sha256", attemptId, "base64url");
}

/**
 * Seals the successor of a refresh token under the caller's attempt id, which the server does not
 * store: only a retry of the same attempt can open it.
 */
export function sealReplay(attemptId: string, tokenHash: string, successor: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", keyFor(attemptId, tokenHash), nonce);
  return Buffer.concat([
    nonce,
    cipher.update(successor, "utf8"),
    cipher.final(),
    cipher.getAuthTag(),
  ]).toString("base64url");
}

/** Returns undefined when the id is not the one it was sealed with. */
export function openReplay(attemptId: string, tokenHash: string, replay: string): string | undefined {
  const sealed = Buffer.from(replay, "base64url");
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv("aes-256-gcm", keyFor(attemptId, tokenHash), nonce, {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    const text = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES), undefined, "utf8");
    return text + decipher.final("utf8");
  } catch {
    return undefined;
  }
}

function keyFor(attemptId: string, tokenHash: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", attemptId, tokenHash, "svc refresh replay", 32));
}
