import type { App } from "../../app.ts";
import {
  deleteAddressUndo,
  deleteLaterAddressUndos,
  findFirstAddressUndo,
} from "../../storage/address-undos.ts";
import type { User } from "../../storage/db.ts";

/**
 * A user who takes back an address that was replaced has undone that change by hand. Voids its undo link and those of later
 * changes, which a thief may have made. Returns whether it was so: then the address that goes now cannot be restored.
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
 * When a backend or administrator sets the address, only the owner of the first address may still undo anything. Without
 * this, a thief who had moved the account twice could undo what was put right.
 */
export async function keepFirstAddressUndo(
  app: Pick<App, "clock" | "db">,
  user: Pick<User, "id" | "projectId">,
): Promise<void> {
  const first = await findFirstAddressUndo(app.db, user, app.clock());
  if (first) await deleteLaterAddressUndos(app.db, first);
}
