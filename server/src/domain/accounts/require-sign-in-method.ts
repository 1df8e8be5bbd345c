import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import type { User } from "../../storage/db.ts";
import { listPasskeys } from "../../storage/passkeys.ts";
import { listIdentities } from "../../storage/users.ts";
import type { Project } from "../projects/project.ts";

/** Sign-in with a password needs the address, too. */
export function hasPassword({ passwordHash, email }: Pick<User, "passwordHash" | "email">): boolean {
  return passwordHash !== null && email !== null;
}

export async function hasIdentityOrPasskey(
  app: Pick<App, "db">,
  { id, projectId }: Pick<User, "id" | "projectId">,
): Promise<boolean> {
  if ((await listIdentities(app.db, projectId, id)).length > 0) return true;
  return (await listPasskeys(app.db, { projectId, userId: id })).length > 0;
}

/**
 * Fails if nothing would let the user in any more. The address alone does not count: a project can switch codes by email
 * off, and a user may not read that mailbox any more. Nor does a passkey that does not work, because passkeys
 * are off or the RP ID is another one. Call it after the removal, with the user locked.
 */
export async function requireSignInMethod(
  app: Pick<App, "db">,
  { settings }: Pick<Project, "settings">,
  user: User,
): Promise<void> {
  const { id, projectId } = user;
  if (hasPassword(user) || (await listIdentities(app.db, projectId, id)).length > 0) return;
  const { enabled, rpId } = settings.passkeys;
  const passkeys = await listPasskeys(app.db, { projectId, userId: id });
  if (enabled && passkeys.some((passkey) => passkey.rpId === rpId)) return;
  throw new AppError("LAST_SIGN_IN_METHOD", id);
}
