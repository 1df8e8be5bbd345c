import type { App } from "../../app.ts";
import { isAddressReserved } from "../../storage/address-undos.ts";
import type { User } from "../../storage/db.ts";
import { countHashes } from "../../storage/hash-counts.ts";
import { deleteUser, insertUser } from "../../storage/users.ts";
import { isBanned } from "../bans/is-banned.ts";
import type { Project } from "../projects/project.ts";

type AddApp = Pick<App, "clock" | "db" | "secretBox">;

/**
 * Stores a new user. Returns undefined when another user has the address, or can still get it back by undoing a
 * change. `bansOf` is the project of somebody who signs up: a banned address counts as taken. Backends, administrators
 * and imports ignore bans and lift them. Call it in a transaction.
 */
export async function addUser(
  app: AddApp,
  user: User,
  bansOf: Project | "ignored",
): Promise<User | undefined> {
  const added = await addUncountedUser(app, user, bansOf);
  if (added && added.passwordHash !== null) {
    await countHashes(app.db, user.projectId, [{ userId: user.id, before: null, after: added.passwordHash }]);
  }
  return added;
}

/** Adds a user without counting the password hash, for a caller that adds many users and counts once. */
export async function addUncountedUser(
  app: AddApp,
  user: User,
  bansOf: Project | "ignored",
): Promise<User | undefined> {
  const added = await insertUser(app.db, user);
  if (!added || user.email === null) return added;
  // Checked after the insert, because the insert waits for a concurrent transaction that gives up the address.
  const isTaken =
    (await isAddressReserved(app.db, user.projectId, user.email, user.id, app.clock())) ||
    (bansOf !== "ignored" && (await isBanned(app, bansOf, { email: user.email })));
  if (!isTaken) return added;
  await deleteUser(app.db, user.projectId, user.id);
  return undefined;
}
