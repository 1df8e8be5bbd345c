import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import { deleteEmailTokens } from "../../storage/email-tokens.ts";
import { transact } from "../../storage/transact.ts";
import { updateUser } from "../../storage/users.ts";
import { recordEvent } from "../analytics/record-event.ts";
import type { Project } from "../projects/project.ts";
import { endSessions } from "../sessions/end-session.ts";
import type { SignedIn } from "../sessions/user-of-token.ts";
import { requireStrongPassword } from "./password-policy.ts";

/** The device that changes the password stays signed in; the others do not. */
export async function changePassword(
  app: Pick<App, "clock" | "db" | "newId" | "passwords">,
  project: Project,
  { user, session }: SignedIn,
  input: { currentPassword: string; newPassword: string },
  ip: string,
): Promise<void> {
  const isRight = await app.passwords.verify(user.passwordHash, input.currentPassword);
  if (!isRight) throw new AppError("INVALID_CREDENTIALS");
  await requireStrongPassword(project, input.newPassword, user.email);
  const passwordHash = await app.passwords.hash(input.newPassword);

  await transact(app, async (app) => {
    await updateUser(app.db, project.id, user.id, { passwordHash, updatedAt: app.clock() });
    await endSessions(app, project, user.id, "password_changed", session.id);
    await deleteEmailTokens(app.db, project.id, user.id); // a reset link mailed before is void
    await recordEvent(app, {
      kind: "user.password_changed",
      projectId: project.id,
      userId: user.id,
      by: { actor: `user:${user.id}`, ip },
    });
  });
}
