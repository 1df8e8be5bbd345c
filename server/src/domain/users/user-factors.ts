import type { App } from "../../app.ts";
import type { User } from "../../storage/db.ts";
import { transact } from "../../storage/transact.ts";
import { listIdentities, lockUserForUpdate } from "../../storage/users.ts";
import { evict } from "../accounts/evict.ts";
import { hasPassword, requireSignInMethod } from "../accounts/require-sign-in-method.ts";
import { holdRecentSignIn } from "../admins/recent-sign-in.ts";
import { type UserFactors, userFactors } from "../factors/user-factors.ts";
import { notifyUser } from "../mail/notify-user.ts";
import { LINKS_REQUESTED_BY_SESSION } from "../mail/void-links.ts";
import { recordUserEvent, requireUser, type UserScope, userNotFoundError } from "./scope.ts";

export async function getUserFactors(
  app: Pick<App, "db">,
  scope: UserScope,
  userId: string,
): Promise<UserFactors> {
  return userFactors(app, scope.project, await requireUser(app, scope, userId));
}

/**
 * Removes all second factors of a user who has lost them, and the passkeys unless they are the only way in. Ends every
 * session and voids open challenges. Returns the factors that are left.
 */
export async function resetUserFactors(
  app: Pick<App, "clock" | "db" | "newId" | "wakeMailJob">,
  scope: UserScope,
  userId: string,
): Promise<UserFactors> {
  const left = await transact(app, async (app) => {
    await holdRecentSignIn(app, scope.by);
    const known = await requireUser(app, scope, userId);
    const dropsPasskeys = await hasOtherWayIn(app, known);
    const eviction = {
      reason: "factor_changed",
      voids: LINKS_REQUESTED_BY_SESSION,
      dropsPasskey: () => dropsPasskeys,
      dropsFactorsSince: 0,
    } as const;
    const { user } = await evict(app, scope.project, known, eviction, async () => {
      const user = await lockUserForUpdate(app.db, known.projectId, known.id);
      if (!user) throw await userNotFoundError(app, scope, userId); // deleted meanwhile
      if (dropsPasskeys) await requireSignInMethod(app, scope.project, user); // the other way may be gone meanwhile
      return user;
    });
    await recordUserEvent(app, scope, user.id, "user.factors_reset");
    await notifyUser(app, scope.project, user, { kind: "factor_changed", detail: "reset" });
    return userFactors(app, scope.project, user);
  });
  app.wakeMailJob();
  return left;
}

/** Whether the user can sign in without a passkey. */
async function hasOtherWayIn(app: Pick<App, "db">, user: User): Promise<boolean> {
  return hasPassword(user) || (await listIdentities(app.db, user.projectId, user.id)).length > 0;
}
