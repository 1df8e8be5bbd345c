import type { App } from "../../app.ts";
import { type EventUser, listEventUsers } from "../../storage/event-people.ts";
import type { Project } from "../projects/project.ts";

export type Owner = Pick<EventUser, "email" | "displayName">;

/** The owners of the rows of a page as they are now, by id, in one read. */
export async function ownersOf(
  app: Pick<App, "db">,
  project: Pick<Project, "id">,
  rows: readonly { userId: string | null }[],
): Promise<ReadonlyMap<string | null, Owner>> {
  const ids = new Set(rows.map(({ userId }) => userId).filter((id) => id !== null));
  const users = await listEventUsers(app.db, project.id, [...ids]);
  return new Map(users.map((user) => [user.id, user]));
}
