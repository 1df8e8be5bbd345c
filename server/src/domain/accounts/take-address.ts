import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import { isAddressReserved } from "../../storage/address-undos.ts";
import type { Millis, User } from "../../storage/db.ts";
import { type ProvenUser, type UserChanges, updateProvenUser } from "../../storage/users.ts";

/**
 * Gives the user a new address, which is verified only if the caller says what proves it. Returns undefined
 * when the user is not as proven. Fails with EMAIL_ALREADY_EXISTS when another user has the address, or may
 * still get it back by undoing a change. Call it in a transaction.
 */
export async function takeAddress(
  app: Pick<App, "clock" | "db">,
  proven: ProvenUser,
  address: { email: string; emailVerifiedAt: Millis | null },
  changes: UserChanges = {},
): Promise<User | undefined> {
  const changed = await updateProvenUser(app.db, proven, { ...changes, ...address });
  // Asked after the write, which waits for whoever is giving the address up.
  const { projectId, id } = proven;
  if (changed && (await isAddressReserved(app.db, projectId, address.email, id, app.clock()))) {
    throw new AppError("EMAIL_ALREADY_EXISTS", "reserved for the user who had it");
  }
  return changed;
}
