import { hash } from "node:crypto";
import { randomBytes } from "./random-bytes.ts";

const TOKEN_BYTES = 32;

/** 256 random bits as 43 base64url characters: refresh tokens, email tokens, OAuth codes. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString("base64url");
}

/** What is stored of a token: SHA-256 of the exact text, as 43 base64url characters. */
export function hashToken(token: string): string {
  return hash("sha256", token, "base64url");
}
