import type { App } from "../../app.ts";
import type { User } from "../../storage/db.ts";
import { transact } from "../../storage/transact.ts";
import { updateUserIfUnchanged } from "../../storage/users.ts";
import { evict } from "../accounts/evict.ts";
import { ALL_LINKS } from "../mail/void-links.ts";
import { recordUserEvent, requireUser, type UserScope } from "./scope.ts";

type UserApp = Pick<App, "clock" | "db" | "newId">;

/** Blocks sign-in, ends every session, and voids links and queued emails. */
export function disableUser(app: UserApp, scope: UserScope, userId: string): Promise<User> {
  return transact(app, async (app) => {
    const user = await requireUser(app, scope, userId);
    if (user.disabledAt !== null) return user;
    const { id, projectId } = user;
    let isChanged = false;
    const eviction = { reason: "disabled", voids: ALL_LINKS } as const;
    const { user: disabled } = await evict(app, scope.project, user, eviction, async () => {
      const changes = { disabledAt: app.clock() };
      const disabled = await updateUserIfUnchanged(app.db, { id, projectId, disabledAt: null }, changes);
      isChanged = disabled !== undefined;
      return disabled ?? requireUser(app, scope, userId); // another call did it first
    });
    if (isChanged) await recordUserEvent(app, scope, user.id, "user.disabled");
    return disabled;
  });
}

export function enableUser(app: UserApp, scope: UserScope, userId: string): Promise<User> {
  return transact(app, async (app) => {
    const user = await requireUser(app, scope, userId);
    const { id, projectId, disabledAt } = user;
    if (disabledAt === null) return user;
    const enabled = await updateUserIfUnchanged(app.db, { id, projectId, disabledAt }, { disabledAt: null });
    if (!enabled) return requireUser(app, scope, userId); // another call did it first
    await recordUserEvent(app, scope, user.id, "user.enabled");
    return enabled;
  });
}
