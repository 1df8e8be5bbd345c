import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import type { User } from "../../storage/db.ts";
import { findProjectOfUser, findUser } from "../../storage/users.ts";
import type { EventData, EventKind } from "../analytics/event-kinds.ts";
import { type Actor, recordEvent } from "../analytics/record-event.ts";
import type { Project } from "../projects/project.ts";

/** Who manages users: a backend in its own project, or an administrator in any. */
export type UserScope = {
  project: Project;
  by: Actor;
  /** A backend that names a user of another project is told so; for others such a user does not exist. */
  tellsOtherProjects: boolean;
};

export async function requireUser(app: Pick<App, "db">, scope: UserScope, userId: string): Promise<User> {
  const user = await findUser(app.db, scope.project.id, userId);
  if (user) return user;
  throw await userNotFoundError(app, scope, userId);
}

/** The error for a user who is not in the project. */
export async function userNotFoundError(
  app: Pick<App, "db">,
  scope: UserScope,
  userId: string,
): Promise<AppError> {
  const isElsewhere = scope.tellsOtherProjects && (await findProjectOfUser(app.db, userId)) !== undefined;
  if (isElsewhere) return new AppError("WRONG_PROJECT", `user ${userId}`);
  return new AppError("NOT_FOUND", `user ${userId}`, { resource: "user" });
}

/** What can be done to a user and is written to the audit log too when an administrator does it. */
type UserAction = EventKind extends infer K
  ? K extends `admin.user_${infer Action}`
    ? Action
    : never
  : never;

export type UserEventKind = Extract<EventKind, `user.${UserAction}`>;

/** Actions of an administrator are recorded in the audit log too. */
export async function recordUserEvent(
  app: Pick<App, "clock" | "db" | "newId">,
  scope: UserScope,
  userId: string,
  kind: UserEventKind,
  data: EventData<`admin.user_${UserAction}`> = {},
): Promise<void> {
  const about = { projectId: scope.project.id, userId, by: scope.by, data };
  await recordEvent(app, { kind, ...about });
  if (scope.by.actor.startsWith("admin:")) {
    const action = kind.slice("user.".length) as UserAction;
    await recordEvent(app, { kind: `admin.user_${action}`, ...about });
  }
}
