import type { App } from "../../app.ts";
import type { User } from "../../storage/db.ts";
import { transact } from "../../storage/transact.ts";
import { detachIdentity } from "../oauth/detach-identity.ts";
import type { OAuthProvider } from "../oauth/identity-provider.ts";
import { recordUserEvent, requireUser, type UserScope, userNotFoundError } from "./scope.ts";

/** Removes an identity from a user, unless it is the only sign-in method, and ends the sessions opened with it. */
export async function unlinkUserIdentity(
  app: Pick<App, "clock" | "db" | "newId" | "wakeMailJob">,
  scope: UserScope,
  userId: string,
  provider: OAuthProvider,
): Promise<User> {
  const left = await transact(app, async (app) => {
    const { id } = await requireUser(app, scope, userId);
    const left = await detachIdentity(app, scope.project, id, provider, async (user) => {
      if (!user) throw await userNotFoundError(app, scope, id); // deleted meanwhile
      return user;
    });
    await recordUserEvent(app, scope, id, "user.identity_unlinked", { provider });
    return left;
  });
  app.wakeMailJob();
  return left;
}
