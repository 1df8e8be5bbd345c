import type { App } from "../../app.ts";
import { hashToken } from "../../crypto/random-token.ts";
import { AppError } from "../../errors.ts";
import type { User } from "../../storage/db.ts";
import { consumeEmailToken, deleteEmailTokens, findEmailToken } from "../../storage/email-tokens.ts";
import { transact } from "../../storage/transact.ts";
import { findUser, updateUser } from "../../storage/users.ts";
import { recordEvent } from "../analytics/record-event.ts";
import { dropIdentities } from "../oauth/drop-identities.ts";
import type { Project } from "../projects/project.ts";
import { clearSignInFailures } from "../rate-limits/clear-sign-in-failures.ts";
import { endSessions } from "../sessions/end-session.ts";
import { requireStrongPassword } from "./password-policy.ts";

/** An invitation is answered like a reset: by choosing a password. */
const PURPOSES = ["reset_password", "invite_user"];

/**
 * Sets a new password for whoever proves to own the mailbox, and ends every session. When this is
 * the first proof, whatever was added to the account before (by somebody who signed up with
 * another person's address, perhaps) goes, too.
 */
export async function confirmPasswordReset(
  app: Pick<App, "clock" | "db" | "newId" | "passwords" | "rateLimits">,
  project: Project,
  input: { token: string; newPassword: string },
  ip: string,
): Promise<void> {
  const hash = hashToken(input.token);
  const { user, purpose } = await findReset(app, project, hash);
  await requireStrongPassword(project, input.newPassword, user.email);
  const passwordHash = await app.passwords.hash(input.newPassword);

  await transact(app, async (app) => {
    const token = await consumeEmailToken(app.db, project.id, purpose, hash, app.clock());
    if (!token) throw new AppError("EMAIL_TOKEN_INVALID", "used meanwhile");
    await applyReset(app, project, user, passwordHash, ip);
  });
  await clearSignInFailures(app, project.id, user.email ?? "");
}

async function findReset(
  app: Pick<App, "clock" | "db">,
  project: Project,
  hash: string,
): Promise<{ user: User; purpose: string }> {
  const token = await findEmailToken(app.db, project.id, PURPOSES, hash, app.clock());
  const user = token && (await findUser(app.db, project.id, token.userId));
  if (!user || user.email !== token.email || user.disabledAt !== null) {
    throw new AppError("EMAIL_TOKEN_INVALID");
  }
  return { user, purpose: token.purpose };
}

async function applyReset(
  app: Pick<App, "clock" | "db" | "newId">,
  project: Project,
  user: User,
  passwordHash: string,
  ip: string,
): Promise<void> {
  const now = app.clock();
  const isFirstProof = user.emailVerifiedAt === null;
  const by = { actor: `user:${user.id}`, ip };
  const about = { projectId: project.id, userId: user.id, by };
  await endSessions(app, project, user.id, "password_reset");
  const dropped = isFirstProof ? await dropIdentities(app, project, user.id) : [];
  await deleteEmailTokens(app.db, project.id, user.id);
  await updateUser(app.db, project.id, user.id, {
    passwordHash,
    emailVerifiedAt: user.emailVerifiedAt ?? now,
    updatedAt: now,
  });
  await recordEvent(app, { kind: "user.password_reset", ...about });
  for (const { provider } of dropped) {
    await recordEvent(app, { kind: "user.identity_unlinked", ...about, data: { provider } });
  }
  if (isFirstProof) await recordEvent(app, { kind: "user.email_verified", ...about });
}
