import type { Identity, User } from "../../storage/db.ts";

const TRUSTED_AFTER_MS = 30 * 86_400_000;

/** Whether the provider vouches that the owner of this identity also owns the user's mailbox. */
export function vouchesFor({ emailAuthoritative, email }: Identity, address: string | null): boolean {
  return emailAuthoritative === 1 && email !== null && email === address;
}

/**
 * Whether a password reset keeps the identity or passkey by default: it was added long ago, and after the address was
 * verified. Otherwise an attacker with a stolen session could add their own and keep access after the reset.
 */
export function isKeptByDefault(
  { createdAt }: Pick<Identity, "createdAt">,
  { emailVerifiedAt }: Pick<User, "emailVerifiedAt">,
  now: number,
): boolean {
  if (emailVerifiedAt === null) return false;
  return createdAt < now - TRUSTED_AFTER_MS && createdAt > emailVerifiedAt;
}
