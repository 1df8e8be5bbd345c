import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import type { SubscriptionRow, User } from "../../storage/db.ts";
import { transact } from "../../storage/transact.ts";
import { eraseUser } from "../accounts/erase-user.ts";
import { recordEvent } from "../analytics/record-event.ts";
import { requireUser, type UserScope } from "./scope.ts";

/** Returns the subscriptions that continue and that only the user can cancel. */
export function deleteUser(
  app: Pick<App, "clock" | "db" | "newId" | "secretBox" | "stores">,
  scope: UserScope,
  userId: string,
): Promise<SubscriptionRow[]> {
  return transact(app, async (app) => {
    const user = await requireUser(app, scope, userId);
    const isAdmin = scope.by.actor.startsWith("admin:");
    const reason = isAdmin ? "by_admin" : "by_backend";
    const check = (user: User | undefined): void => {
      if (!user) throw new AppError("NOT_FOUND", "deleted meanwhile", { resource: "user" });
    };
    const goingOn = await eraseUser(app, scope.project, user, { by: scope.by, reason, check });
    if (!isAdmin) return goingOn;
    await recordEvent(app, { kind: "admin.user_deleted", projectId: scope.project.id, userId, by: scope.by });
    return goingOn;
  });
}
