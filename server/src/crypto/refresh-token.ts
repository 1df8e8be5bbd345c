import { hash } from "node:crypto";
import { decodeBase64url } from "./base64url.ts";
import { randomBytes } from "./random-bytes.ts";

/** Stays the same in all refresh tokens of a session. */
export type Locator = Uint8Array;

const LOCATOR_BYTES = 12;
const SECRET_BYTES = 20;

export function newLocator(): Locator {
  return randomBytes(LOCATOR_BYTES);
}

/**
 * A new refresh token: 256 bits as 43 base64url characters. The first 96 bits are the locator, masked by a hash of the
 * other 160, which are random. So every token looks random, two tokens of a session have nothing in common, and a part
 * of a token reveals nothing about the locator.
 */
export function newRefreshToken(locator: Locator): string {
  const secret = randomBytes(SECRET_BYTES);
  return Buffer.concat([mask(locator, secret), secret]).toString("base64url");
}

/** Undefined unless the text is 43 characters of canonical base64url. */
export function locatorOf(token: string): Locator | undefined {
  const bytes = decodeBase64url(token);
  if (bytes?.length !== LOCATOR_BYTES + SECRET_BYTES) return undefined;
  return mask(bytes.subarray(0, LOCATOR_BYTES), bytes.subarray(LOCATOR_BYTES));
}

/** What the server stores to find the session of a token. */
export function hashLocator(locator: Locator): string {
  return hash("sha256", locator, "base64url");
}

/** Its own inverse. */
function mask(bytes: Uint8Array, secret: Uint8Array): Buffer {
  const pad = hash("sha256", Buffer.concat([LABEL, secret]), "buffer");
  return Buffer.from(bytes.map((byte, index) => byte ^ (pad[index] ?? 0)));
}

const LABEL = Buffer.from("svc locator", "utf8");
