import type { App } from "../../app.ts";
import type { User } from "../../storage/db.ts";
import { transact } from "../../storage/transact.ts";
import { updateUser } from "../../storage/users.ts";
import { endSessions } from "../sessions/end-session.ts";
import { missing, recordUserEvent, requireUser, type UserScope } from "./scope.ts";

type UserApp = Pick<App, "clock" | "db" | "newId">;

/** Blocks sign-in and ends every session, on the next call of each. */
export function disableUser(app: UserApp, scope: UserScope, userId: string): Promise<User> {
  return transact(app, async (app) => {
    const user = await requireUser(app, scope, userId);
    if (user.disabledAt !== null) return user;
    const disabled = await updateUser(app.db, scope.project.id, user.id, { disabledAt: app.clock() });
    await endSessions(app, scope.project, user.id, "disabled");
    await recordUserEvent(app, scope, user.id, "user.disabled");
    return disabled ?? user;
  });
}

export function enableUser(app: UserApp, scope: UserScope, userId: string): Promise<User> {
  return transact(app, async (app) => {
    const user = await requireUser(app, scope, userId);
    if (user.disabledAt === null) return user;
    const enabled = await updateUser(app.db, scope.project.id, user.id, { disabledAt: null });
    if (!enabled) throw await missing(app, scope, userId);
    await recordUserEvent(app, scope, user.id, "user.enabled");
    return enabled;
  });
}
