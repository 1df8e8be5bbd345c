import { hash, randomBytes } from "node:crypto";

/** 256 random bits as 43 base64url characters: refresh tokens, e-mail tokens, OAuth codes. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** What is stored of a token: SHA-256 of the exact text, as 43 base64url characters. */
export function hashToken(token: string): string {
  return hash("sha256", token, "base64url");
}
