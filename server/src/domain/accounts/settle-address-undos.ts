import type { App } from "../../app.ts";
import {
  deleteAddressUndo,
  deleteLaterAddressUndos,
  findFirstAddressUndo,
} from "../../storage/address-undos.ts";
import type { User } from "../../storage/db.ts";

/**
 * Handles a user who changes back to an earlier address, which undoes the change by hand. Voids the undo link of that
 * change and of later ones, which an attacker may have made. Returns whether this was the case: then the address that is
 * replaced now cannot be restored.
 */
export async function settleRestoredAddress(
  app: Pick<App, "clock" | "db">,
  user: Pick<User, "id" | "projectId">,
  email: string,
): Promise<boolean> {
  const undo = await findFirstAddressUndo(app.db, user, app.clock(), email);
  if (!undo) return false;
  await deleteLaterAddressUndos(app.db, undo);
  await deleteAddressUndo(app.db, undo);
  return true;
}

/**
 * When a backend or administrator sets the address, only the owner of the first address may still undo a change.
 * Otherwise an attacker who had changed the address twice could undo the correction.
 */
export async function keepFirstAddressUndo(
  app: Pick<App, "clock" | "db">,
  user: Pick<User, "id" | "projectId">,
): Promise<void> {
  const first = await findFirstAddressUndo(app.db, user, app.clock());
  if (first) await deleteLaterAddressUndos(app.db, first);
}
