import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import { isAddressReserved } from "../../storage/address-undos.ts";
import type { Millis, User } from "../../storage/db.ts";
import { type ExpectedUser, type UserChanges, updateUserIfUnchanged } from "../../storage/users.ts";
import { isBanned } from "../bans/is-banned.ts";
import type { Project } from "../projects/project.ts";

/**
 * Sets the user's address. Returns undefined when the user no longer matches `proven`. Throws EMAIL_ALREADY_EXISTS
 * when another user has the address, or can still get it back by undoing a change. `bansOf` is the project of a user who
 * chose the address: a banned one counts as taken. It is ignored for backends and administrators, who lift the ban, and
 * when a user gets a former address back. Call it in a transaction.
 */
export async function takeAddress(
  app: Pick<App, "clock" | "db" | "secretBox">,
  proven: ExpectedUser,
  address: { email: string; emailVerifiedAt: Millis | null },
  changes: UserChanges,
  bansOf: Project | "ignored",
): Promise<User | undefined> {
  const changed = await updateUserIfUnchanged(app.db, proven, { ...changes, ...address });
  // Checked after the write, because the write waits for a concurrent transaction that gives up the address.
  const { projectId, id } = proven;
  if (changed && (await isAddressReserved(app.db, projectId, address.email, id, app.clock()))) {
    throw new AppError("EMAIL_ALREADY_EXISTS", "reserved for the user who had it");
  }
  if (changed && bansOf !== "ignored" && (await isBanned(app, bansOf, { email: address.email }))) {
    throw new AppError("EMAIL_ALREADY_EXISTS", "banned");
  }
  return changed;
}
