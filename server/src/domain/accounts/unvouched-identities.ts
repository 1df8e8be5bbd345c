import type { Identity, User } from "../../storage/db.ts";

const TRUSTED_AFTER_MS = 30 * 86_400_000;

/** True when the provider answers for the very mailbox that is the user's address. */
export function vouchesFor({ emailAuthoritative, email }: Identity, address: string | null): boolean {
  return emailAuthoritative === 1 && email !== null && email === address;
}

/**
 * Whether a password reset that says nothing about the identity keeps it: it was linked long ago, and by somebody who had
 * the mailbox before. Otherwise whoever holds a stolen session could link an account of their own and outlast the reset.
 */
export function isKeptByDefault(
  identity: Identity,
  { emailVerifiedAt }: Pick<User, "emailVerifiedAt">,
  now: number,
): boolean {
  if (emailVerifiedAt === null) return false;
  return identity.createdAt < now - TRUSTED_AFTER_MS && identity.createdAt > emailVerifiedAt;
}
