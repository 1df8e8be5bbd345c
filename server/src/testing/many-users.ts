import type { App } from "../app.ts";
import { newUser } from "../domain/accounts/new-user.ts";
import type { Project } from "../domain/projects/project.ts";
import { searchTextOf } from "../storage/search-text.ts";
import { newActivity } from "../storage/user-activity.ts";
import type { FoundUser } from "../storage/user-order.ts";

// PostgreSQL takes at most 65,535 parameters in one statement.
const CHUNK = 500;

/** Straight into the tables: thousands are not signed up one by one. */
export async function insertManyUsers(
  app: Pick<App, "clock" | "db" | "newId">,
  project: Pick<Project, "id">,
  all: readonly Partial<FoundUser>[],
): Promise<FoundUser[]> {
  const users = all.map(
    (facts): FoundUser => ({ lastSignInAt: null, ...newUser(app, project, facts), ...facts }),
  );
  for (let at = 0; at < users.length; at += CHUNK) {
    const some = users.slice(at, at + CHUNK);
    const rows = some.map(({ lastSignInAt: _, ...row }) => ({
      ...row,
      searchText: searchTextOf(row.email, row.displayName),
    }));
    await app.db.insertInto("users").values(rows).execute();
    const activity = some.map((user) => ({ ...newActivity(user), lastSignInAt: user.lastSignInAt }));
    await app.db.insertInto("userActivity").values(activity).execute();
  }
  return users;
}
