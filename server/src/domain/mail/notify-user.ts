import type { App } from "../../app.ts";
import type { User } from "../../storage/db.ts";
import type { Project } from "../projects/project.ts";
import { enqueueMail, type NoticeKind } from "./enqueue-mail.ts";

/** `detail` names a provider, or `password` or `passkey`; for `factor_changed`, what was done. */
export type Notice = { kind: NoticeKind; detail?: string };

/**
 * Emails the user about a change to their account, unless the project has turned that off. Only a
 * verified address gets it; an unverified one may be a stranger's. Call it in the transaction of the
 * change, and `wakeMailJob` after it.
 */
export async function notifyUser(
  app: Pick<App, "clock" | "db" | "newId">,
  project: Pick<Project, "id" | "settings">,
  user: Pick<User, "id" | "email" | "emailVerifiedAt">,
  notice: Notice,
): Promise<void> {
  // `admit` has already checked the setting for new devices.
  if (project.settings.securityNoticesDisabled && notice.kind !== "new_device") return;
  if (user.email === null || user.emailVerifiedAt === null) return;
  await enqueueMail(app, project.id, { ...notice, recipient: user.email, userId: user.id });
}
