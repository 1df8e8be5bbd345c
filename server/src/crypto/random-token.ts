import { hash, randomFillSync } from "node:crypto";

const TOKEN_BYTES = 32;

/** To ask the system for bytes takes ten times as long as to take them from here. */
const bytes = Buffer.alloc(128 * TOKEN_BYTES);
let taken = bytes.length;

/** 256 random bits as 43 base64url characters: refresh tokens, e-mail tokens, OAuth codes. */
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
