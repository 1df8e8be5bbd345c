import type { App } from "../../app.ts";
import type { Soon } from "../../soon.ts";
import type { Identity, User } from "../../storage/db.ts";
import { listIdentities } from "../../storage/users.ts";

export function identitiesOf(app: Pick<App, "db">, user: Pick<User, "id" | "projectId">): Soon<Identity[]> {
  return listIdentities(app.db, user.projectId, user.id);
}
