import type { Auth0Passwords } from "./auth0-passwords.ts";
import { accountsOf, isDatabaseAccount } from "./auth0-user.ts";
import type { Placed } from "./batches.ts";
import { isRow, object, type Row, Unreadable } from "./fields.ts";

type Hashes = Pick<Auth0Passwords, "hashOf"> | undefined;
type Prepared = Placed & Readonly<{ address: string; proven: Row | undefined }>;
export type Completed = Readonly<{ users: readonly Placed[]; joined: number }>;

/**
 * Adds the password hashes, and joins users who proved the same address: Auth0 makes one user for each way to sign in,
 * here they are one. Whoever has proved an address comes before those who have not, who would otherwise take it.
 */
export function completeAuth0(values: readonly unknown[], passwords: Hashes): Completed {
  const all = values.map((value, index) => prepare(value, index, passwords));
  const proven = all.filter((one) => one.proven !== undefined && one.address !== "");
  const owners = Map.groupBy(proven, ({ address }) => address);
  const users: Placed[] = [];
  const last: Placed[] = [];
  for (const one of all) {
    const same = owners.get(one.address) ?? [];
    if (same.length === 0) users.push(one);
    else if (one === same[0]) users.push({ index: one.index, value: join(same) });
    else if (one.proven === undefined) last.push(one);
  }
  return { users: [...users, ...last], joined: all.length - users.length - last.length };
}

function prepare(value: unknown, index: number, passwords: Hashes): Prepared {
  const { email } = Object(value);
  const address = typeof email === "string" ? email.trim().toLowerCase() : "";
  const row = completed(value, passwords);
  const proven = row?.email_verified === true ? row : undefined;
  return { index, value: row ?? value, address, proven };
}

/** The user with hash, identities and app_metadata; undefined for one that cannot be read and is refused later. */
function completed(value: unknown, passwords: Hashes): Row | undefined {
  if (!isRow(value)) return undefined;
  try {
    const identities = accountsOf(value);
    const hashes = identities
      .filter(isDatabaseAccount)
      .map((account) => passwords?.hashOf(value.email, account) ?? "");
    const passwordHash = hashes.find((hash) => hash !== "") ?? "";
    return { ...value, identities, passwordHash, app_metadata: object(value, "app_metadata") };
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}

/** The first user, with what only the others have. Blocked if one of them is. */
function join(same: readonly Prepared[]): Row {
  const rows: Row[] = same.map(({ proven }) => proven ?? {});
  const [first = {}] = rows;
  const firstOf = (key: string, isUseful: (value: unknown) => unknown = Boolean) =>
    rows.map((row) => row[key]).find(isUseful) ?? first[key];
  return {
    ...first,
    name: firstOf("name", (name) => name && name !== first.email),
    picture: firstOf("picture"),
    blocked: firstOf("blocked"),
    passwordHash: firstOf("passwordHash"),
    created_at: rows.map(({ created_at }) => created_at).sort()[0],
    identities: rows.flatMap(({ identities }) => identities),
    app_metadata: Object.assign({}, ...rows.map(({ app_metadata }) => app_metadata).reverse()),
  };
}
