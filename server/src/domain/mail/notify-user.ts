import type { App } from "../../app.ts";
import type { User } from "../../storage/db.ts";
import type { Project } from "../projects/project.ts";
import { enqueueMail, type NoticeKind } from "./enqueue-mail.ts";

/** `detail` names a provider, or `password`. */
export type Notice = { kind: NoticeKind; detail?: string };

/**
 * Tells the user by email what happened to their account, unless the project has turned that off. Only a
 * verified address is told: behind another one there may be a stranger. Call it in the transaction of
 * what happened, and `mailIsWaiting` after it.
 */
export async function notifyUser(
  app: Pick<App, "clock" | "db" | "newId">,
  project: Pick<Project, "id" | "settings">,
  user: Pick<User, "id" | "email" | "emailVerifiedAt">,
  notice: Notice,
): Promise<void> {
  // Whether new devices are told of is a setting of its own, which was asked already.
  if (project.settings.securityNoticesDisabled && notice.kind !== "new_device") return;
  if (user.email === null || user.emailVerifiedAt === null) return;
  await enqueueMail(app, project.id, { ...notice, recipient: user.email, userId: user.id });
}
