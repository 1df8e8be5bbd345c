import { argon2 } from "./argon2.ts";
import { bcrypt } from "./bcrypt.ts";
import { firebaseScrypt } from "./firebase-scrypt.ts";
import type { ForeignHash } from "./foreign-hash.ts";
import { pbkdf2 } from "./pbkdf2.ts";
import { scrypt } from "./scrypt.ts";

/** Keyed by the tag that an export document gives each hash. */
const FAMILIES: Readonly<Record<string, ForeignHash>> = {
  argon2id: argon2,
  argon2,
  bcrypt,
  scrypt,
  pbkdf2,
  "firebase-scrypt": firebaseScrypt,
};

/** Why an imported hash is not accepted; undefined when it is. */
export function problemOfForeignHash(algorithm: string, hash: string): string | undefined {
  const family = Object.hasOwn(FAMILIES, algorithm) ? FAMILIES[algorithm] : undefined;
  if (!family) return `password_algorithm must be one of ${Object.keys(FAMILIES).join(", ")}`;
  const problem = family.problemOf(hash);
  return problem === undefined ? undefined : `password_hash ${problem}`;
}

/** The tag of a stored hash, for an export. */
export function algorithmOf(hash: string): string {
  if (hash.startsWith("$argon2id$")) return "argon2id";
  const found = Object.entries(FAMILIES).find(
    ([tag, family]) => tag !== "argon2id" && family.recognises(hash),
  );
  return found?.[0] ?? "argon2id";
}

/** Whether it can be verified: a supported family, well-formed, and not too costly. */
export function isForeignHash(hash: string): boolean {
  return familyOf(hash)?.problemOf(hash) === undefined && familyOf(hash) !== undefined;
}

/** False for what `isForeignHash` does not accept. */
export async function verifyForeignHash(hash: string, password: string): Promise<boolean> {
  const family = familyOf(hash);
  if (!family || !isForeignHash(hash)) return false;
  try {
    return await family.verify(hash, password);
  } catch {
    // The library refuses the hash at once. This must take as long as a wrong password.
    await family.verify(family.dummyLike(hash), password).catch(() => false);
    return false;
  }
}

/**
 * A hash that takes as long to verify as this one and that no password matches. It is the same for all hashes of
 * that cost, including our own. Empty for a hash that cannot be verified.
 */
export function dummyLike(hash: string): string {
  return isForeignHash(hash) ? (familyOf(hash)?.dummyLike(hash) ?? "") : "";
}

function familyOf(hash: string): ForeignHash | undefined {
  return Object.values(FAMILIES).find((family) => family.recognises(hash));
}
