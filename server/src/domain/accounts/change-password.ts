import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import type { User } from "../../storage/db.ts";
import { transact } from "../../storage/transact.ts";
import { updateUserIfUnchanged } from "../../storage/users.ts";
import { recordEvent } from "../analytics/record-event.ts";
import { notifyUser } from "../mail/notify-user.ts";
import { LINKS_VOIDED_BY_NEW_PASSWORD } from "../mail/void-links.ts";
import type { Project } from "../projects/project.ts";
import type { Origin } from "../sessions/device.ts";
import type { SignedIn } from "../sessions/user-of-token.ts";
import { evict } from "./evict.ts";
import { requireStrongPassword } from "./password-policy.ts";

/** Changes the password and ends all other sessions of the user. Returns the changed user. */
export async function changePassword(
  app: Pick<App, "clock" | "db" | "newId" | "passwords" | "wakeMailJob">,
  project: Project,
  { user, session }: SignedIn,
  input: { currentPassword: string; newPassword: string },
  origin: Origin,
): Promise<User> {
  const isRight = await app.passwords.verify(user.passwordHash, input.currentPassword);
  if (!isRight) throw new AppError("INVALID_CREDENTIALS");
  await requireStrongPassword(project, input.newPassword, user.email);
  const passwordHash = await app.passwords.hash(input.newPassword);

  const changed = await transact(app, async (app) => {
    const eviction = {
      reason: "password_changed",
      keep: session.id,
      voids: LINKS_VOIDED_BY_NEW_PASSWORD,
    } as const;
    const { user: changed } = await evict(app, project, user, eviction, () =>
      replacePassword(app, user, passwordHash),
    );
    await recordEvent(app, {
      kind: "user.password_changed",
      projectId: project.id,
      userId: user.id,
      by: { actor: `user:${user.id}`, ...origin },
    });
    await notifyUser(app, project, changed, { kind: "password_changed" });
    return changed;
  });
  app.wakeMailJob();
  return changed;
}

/** Fails if the password was replaced after it was verified. */
async function replacePassword(
  app: Pick<App, "clock" | "db">,
  { id, projectId, passwordHash: proven }: User,
  passwordHash: string,
): Promise<User> {
  const changes = { passwordHash, updatedAt: app.clock() };
  const changed = await updateUserIfUnchanged(app.db, { id, projectId, passwordHash: proven }, changes);
  if (!changed) throw new AppError("INVALID_CREDENTIALS", "the password was replaced meanwhile");
  return changed;
}
