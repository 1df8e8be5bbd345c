import { randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

/** Publishable project key, secret project key, personal access token of an admin. */
export type ApiKeyPrefix = "pk_" | "sk_" | "svc_pat_";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const checksumLength = 6;
const bodyLengths: Record<ApiKeyPrefix, number> = { pk_: 40, sk_: 40, svc_pat_: 43 };

/**
 * The shape of each key: prefix, random base62 body, then the CRC-32 of the body as six base62 digits
 * (`0-9A-Za-z`, most significant first). For secret scanners, without the anchors.
 */
export const apiKeyPatterns: Record<ApiKeyPrefix, RegExp> = {
  pk_: /^pk_[0-9A-Za-z]{46}$/,
  sk_: /^sk_[0-9A-Za-z]{46}$/,
  svc_pat_: /^svc_pat_[0-9A-Za-z]{49}$/,
};

export function newApiKey(prefix: ApiKeyPrefix): string {
  const body = Array.from({ length: bodyLengths[prefix] }, () =>
    alphabet.charAt(randomInt(alphabet.length)),
  ).join("");
  return prefix + body + checksum(body);
}

/** Tells a mistyped or foreign key from one that we may have issued, without a query. */
export function isWellFormedKey(prefix: ApiKeyPrefix, text: string): boolean {
  if (!apiKeyPatterns[prefix].test(text)) return false;
  const body = text.slice(prefix.length, -checksumLength);
  return text.endsWith(checksum(body));
}

function checksum(body: string): string {
  let rest = crc32(body);
  let digits = "";
  for (let i = 0; i < checksumLength; i++) {
    digits = alphabet.charAt(rest % alphabet.length) + digits;
    rest = Math.floor(rest / alphabet.length);
  }
  return digits;
}
