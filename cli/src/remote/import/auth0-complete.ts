import type { Auth0Passwords } from "./auth0-passwords.ts";
import { accountsOf, isDatabaseAccount } from "./auth0-user.ts";
import type { Placed } from "./batches.ts";
import { isRow, type Row, Unreadable } from "./fields.ts";

type Hashes = Pick<Auth0Passwords, "hashOf"> | undefined;
export type Completed = Readonly<{
  users: readonly Placed[];
  /** How many at the end of the list have an address that somebody before them has. */
  doubles: number;
}>;

/**
 * Adds the password hashes, and says who gets an address: Auth0 has one user for each way to sign in, here an address
 * belongs to one. Nobody is joined by address, as at a sign-in: an address that Google verified once may have another
 * owner today.
 */
export function completeAuth0(values: readonly unknown[], passwords: Hashes): Completed {
  const all = values.map((value, index) => ({ index, value: withHash(value, passwords) }));
  const owners = new Map<string, Placed>();
  for (const one of all) {
    const owner = owners.get(addressOf(one));
    if (owner === undefined || claimOf(one) > claimOf(owner)) owners.set(addressOf(one), one);
  }
  const isDouble = (one: Placed) => addressOf(one) !== "" && owners.get(addressOf(one)) !== one;
  const doubles = all.filter(isDouble);
  return { users: [...all.filter((one) => !isDouble(one)), ...doubles], doubles: doubles.length };
}

function addressOf({ value }: Placed): string {
  const { email } = Object(value);
  return typeof email === "string" ? email.trim().toLowerCase() : "";
}

/** Whoever verified the address comes first, then whoever has a password: other accounts can be linked after it. */
function claimOf({ value }: Placed): number {
  const { email_verified: isVerified, passwordHash } = Object(value);
  return (isVerified === true ? 2 : 0) + (passwordHash ? 1 : 0);
}

function withHash(value: unknown, passwords: Hashes): unknown {
  if (!isRow(value) || passwords === undefined) return value;
  const hashes = databaseAccountsOf(value).map((account) => passwords.hashOf(value.email, account));
  return { ...value, passwordHash: hashes.find((hash) => hash !== "") ?? "" };
}

/** None of a user that cannot be read, who is refused later. */
function databaseAccountsOf(row: Row): Row[] {
  try {
    return accountsOf(row).filter(isDatabaseAccount);
  } catch (error) {
    if (error instanceof Unreadable) return [];
    throw error;
  }
}
