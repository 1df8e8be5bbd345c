import { createCipheriv, createDecipheriv, hash, hkdfSync } from "node:crypto";
import { randomBytes } from "./random-bytes.ts";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** What is stored of an attempt id. */
export function hashAttemptId(attemptId: string): string {
  return hash("sha256", attemptId, "base64url");
}

/**
 * Seals the successor of a refresh token under the caller's attempt id, which the server does not
 * store: only a retry of the same attempt can open it.
 */
export function sealReplay(attemptId: string, tokenHash: string, successor: string): string {
  return seal(keyFor(attemptId, tokenHash, REFRESH), successor);
}

/** Returns undefined when the id is not the one it was sealed with. */
export function openReplay(attemptId: string, tokenHash: string, replay: string): string | undefined {
  return open(keyFor(attemptId, tokenHash, REFRESH), replay);
}

/** The same for the first refresh token of a session and the attempt that opened the session. */
export function sealFirstToken(attemptId: string, sessionId: string, token: string): string {
  return seal(keyFor(attemptId, sessionId, OPENING), token);
}

/** Returns undefined when the id is not the one it was sealed with. */
export function openFirstToken(attemptId: string, sessionId: string, replay: string): string | undefined {
  return open(keyFor(attemptId, sessionId, OPENING), replay);
}

const REFRESH = "svc refresh replay";
const OPENING = "svc first token";

function keyFor(attemptId: string, salt: string, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", attemptId, salt, purpose, 32));
}

function seal(key: Uint8Array, token: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  return Buffer.concat([nonce, cipher.update(token, "utf8"), cipher.final(), cipher.getAuthTag()]).toString(
    "base64url",
  );
}

function open(key: Uint8Array, replay: string): string | undefined {
  const sealed = Buffer.from(replay, "base64url");
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    const text = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES), undefined, "utf8");
    return text + decipher.final("utf8");
  } catch {
    return undefined;
  }
}
