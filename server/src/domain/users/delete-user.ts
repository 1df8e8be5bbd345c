import type { App } from "../../app.ts";
import { transact } from "../../storage/transact.ts";
import { eraseUser } from "../accounts/erase-user.ts";
import { recordEvent } from "../analytics/record-event.ts";
import { requireUser, type UserScope } from "./scope.ts";

export function deleteUser(
  app: Pick<App, "clock" | "db" | "newId">,
  scope: UserScope,
  userId: string,
): Promise<void> {
  return transact(app, async (app) => {
    const user = await requireUser(app, scope, userId);
    const isAdmin = scope.by.actor.startsWith("admin:");
    await eraseUser(app, scope.project, user, scope.by, isAdmin ? "by_admin" : "by_backend");
    if (!isAdmin) return;
    await recordEvent(app, { kind: "admin.user_deleted", projectId: scope.project.id, userId, by: scope.by });
  });
}
