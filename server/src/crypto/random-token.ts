import { hash, randomFillSync } from "node:crypto";

const TOKEN_BYTES = 32;

/** A pool of random bytes. Asking the system for each token takes ten times as long. */
const bytes = Buffer.alloc(128 * TOKEN_BYTES);
let taken = bytes.length;

/** 256 random bits as 43 base64url characters: refresh tokens, email tokens, OAuth codes. */
export function newToken(): string {
  if (taken === bytes.length) {
    randomFillSync(bytes);
    taken = 0;
  }
  const end = taken + TOKEN_BYTES;
  const token = bytes.toString("base64url", taken, end);
  bytes.fill(0, taken, end);
  taken = end;
  return token;
}

/** What is stored of a token: SHA-256 of the exact text, as 43 base64url characters. */
export function hashToken(token: string): string {
  return hash("sha256", token, "base64url");
}
