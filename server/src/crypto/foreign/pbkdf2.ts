import { pbkdf2 as derive, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { decodeAnyBase64 } from "./base64.ts";
import type { ForeignHash } from "./foreign-hash.ts";

const MIN_ROUNDS = 1000;
const MAX_ROUNDS = 2_000_000;
/** The longest output that the patterns below allow. */
const MAX_BYTES = 129;
const DIGESTS: Readonly<Record<string, string>> = {
  sha1: "sha1",
  "": "sha1",
  sha256: "sha256",
  sha512: "sha512",
};

const DIGEST_BYTES: Readonly<Record<string, number>> = { sha1: 20, sha256: 32, sha512: 64 };

// passlib: $pbkdf2-sha256$29000$<salt>$<hash>; PHC: $pbkdf2-sha256$i=29000,l=32$<salt>$<hash>
const DOLLAR =
  /^\$pbkdf2(?:-(sha1|sha256|sha512))?\$(?:i=)?(\d{1,8})(?:,l=\d{1,4})?\$([^$]{1,172})\$([^$]{16,172})$/;
// Django: pbkdf2_sha256$260000$<salt as text>$<hash>
const DJANGO = /^pbkdf2_(sha1|sha256|sha512)\$(\d{1,8})\$([^$]{1,128})\$([^$]{16,172})$/;

export const pbkdf2: ForeignHash = {
  recognises: (hash) => /^\$?pbkdf2/.test(hash),

  problemOf(hash) {
    const parts = partsOf(hash);
    if (!parts) return "is not a pbkdf2 hash in the form of passlib, PHC or Django";
    return parts.rounds < MIN_ROUNDS || parts.rounds > MAX_ROUNDS
      ? `asks for ${parts.rounds} rounds; ${MIN_ROUNDS} to ${MAX_ROUNDS} are accepted`
      : undefined;
  },

  async verify(hash, password) {
    const parts = partsOf(hash);
    if (!parts) return false;
    const { digest, rounds, salt, expected } = parts;
    const derived = await promisify(derive)(password, salt, rounds, expected.length, digest);
    return timingSafeEqual(derived, expected);
  },

  dummyLike(hash) {
    const { digest = "", rounds, expected } = partsOf(hash) ?? {};
    const bytes = DIGEST_BYTES[digest] ?? 1;
    // Each block of the output costs all rounds again.
    const blocks = Math.ceil((expected?.length ?? 0) / bytes);
    const none = Buffer.alloc(Math.min(blocks * bytes, MAX_BYTES)).toString("base64url");
    return `$pbkdf2-${digest}$${rounds}$${"A".repeat(22)}$${none}`;
  },
};

function partsOf(hash: string) {
  const django = DJANGO.exec(hash);
  const [, name = "", rounds = "", saltText = "", hashText = ""] = django ?? DOLLAR.exec(hash) ?? [];
  const digest = DIGESTS[name];
  const salt = django ? Buffer.from(saltText) : decodeAnyBase64(saltText);
  const expected = decodeAnyBase64(hashText);
  if (rounds === "" || !digest || !salt?.length || !expected?.length) return undefined;
  return { digest, rounds: Number(rounds), salt, expected };
}
