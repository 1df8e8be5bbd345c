import type { App } from "../../app.ts";
import type { MaybePromise } from "../../runtime/maybe-promise.ts";
import type { Identity, User } from "../../storage/db.ts";
import { listIdentities } from "../../storage/users.ts";

export function identitiesOf(
  app: Pick<App, "db">,
  user: Pick<User, "id" | "projectId">,
): MaybePromise<Identity[]> {
  return listIdentities(app.db, user.projectId, user.id);
}
