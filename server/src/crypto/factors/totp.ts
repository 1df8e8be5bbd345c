import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** RFC 6238 as every authenticator app has it: SHA-1, 30 seconds, six digits. */
const STEP_MS = 30_000;
const DIGITS = 6;
const SECRET_BYTES = 20;
/** Clocks of phones go wrong, and people type slowly. */
const STEPS_AROUND = 1;

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

export function newTotpSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

export function stepAt(now: number): number {
  return Math.floor(now / STEP_MS);
}

export function totpCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", secret).update(counter).digest();
  const at = (mac.at(-1) ?? 0) & 0x0f;
  const number = mac.readUInt32BE(at) & 0x7fff_ffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, "0");
}

/**
 * The step whose code this is, or undefined if it is none of the steps around now. Every step is compared, so that the
 * time says nothing.
 */
export function stepOfCode(secret: Buffer, typed: string, now: number): number | undefined {
  const code = Buffer.from(digitsOf(typed));
  let found: number | undefined;
  for (let step = stepAt(now) + STEPS_AROUND; step >= stepAt(now) - STEPS_AROUND; step--) {
    const expected = Buffer.from(totpCode(secret, step));
    if (code.length === expected.length && timingSafeEqual(code, expected)) found = step;
  }
  return found;
}

/** People type spaces and hyphens, and some keyboards full-width digits. */
function digitsOf(typed: string): string {
  return typed
    .slice(0, 64)
    .normalize("NFKC")
    .replace(/[\s\u00ad\u200b-\u200f\u2060-]/g, "");
}

export function toBase32(bytes: Buffer): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("");
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => BASE32[Number.parseInt(group.padEnd(5, "0"), 2)]).join("");
}

/** For a QR code. Authenticator apps show issuer and account. */
export function totpUri(secret: Buffer, named: { issuer: string; account: string }): string {
  const issuer = withoutColon(named.issuer);
  const account = withoutColon(named.account);
  const label = [issuer, account].filter((part) => part !== "").map(encodeURIComponent);
  const facts = new URLSearchParams({
    secret: toBase32(secret),
    issuer,
    digits: String(DIGITS),
    period: "30",
  });
  return `otpauth://totp/${label.join(":")}?${facts.toString().replaceAll("+", "%20")}`;
}

/** A colon, also an escaped one, ends the issuer in the label. */
function withoutColon(name: string): string {
  return name.replaceAll(":", " ").replace(/\s+/g, " ").trim();
}
