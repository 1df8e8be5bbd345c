import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import type { User } from "../../storage/db.ts";
import { lockUserForUpdate, updateUser } from "../../storage/users.ts";
import { requireSignInMethod } from "../accounts/require-sign-in-method.ts";
import { notifyUser } from "../mail/notify-user.ts";
import type { Project } from "../projects/project.ts";
import type { OAuthProvider } from "./identity-provider.ts";
import { removeIdentities } from "./remove-identities.ts";

/**
 * Removes an identity from the user, unless it is the only sign-in method, ends the sessions that were opened with it
 * and notifies the user. `check` gets the locked user, and throws when the caller is not allowed to do this. Call it in
 * a transaction, after the caller's session is locked.
 */
export async function detachIdentity(
  app: Pick<App, "clock" | "db" | "newId">,
  project: Project,
  userId: string,
  provider: OAuthProvider,
  check: (user: User | undefined) => User | Promise<User>,
): Promise<User> {
  const removed = await removeIdentities(app, project, userId, [provider]);
  // Of two concurrent removals, the second waits here and sees that the first identity is gone.
  const user = await check(await lockUserForUpdate(app.db, project.id, userId));
  if (removed.length === 0) throw new AppError("NOT_FOUND", provider, { resource: "identity" });
  await requireSignInMethod(app, project, user);
  await notifyUser(app, project, user, { kind: "method_removed", detail: provider });
  return (await updateUser(app.db, project.id, userId, { updatedAt: app.clock() })) ?? user;
}
