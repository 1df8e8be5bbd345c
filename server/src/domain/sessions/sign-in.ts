import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import type { User } from "../../storage/db.ts";
import { transact } from "../../storage/transact.ts";
import { findUserByEmail, updateUser } from "../../storage/users.ts";
import { canonicalEmail } from "../accounts/email.ts";
import { recordEvent } from "../analytics/record-event.ts";
import type { Project } from "../projects/project.ts";
import { type Device, openSession } from "./open-session.ts";
import { beginPair, pairFacts, type TokenPair } from "./token-pair.ts";

export async function signIn(
  app: Pick<App, "baseUrl" | "clock" | "db" | "newId" | "passwords" | "signer">,
  project: Project,
  input: { email: string; password: string },
  device: Device,
): Promise<TokenPair> {
  const email = canonicalEmail(input.email);
  const user = email === undefined ? undefined : await findUserByEmail(app.db, project.id, email);

  // Verified even when there is no user, so that timing does not tell which e-mails exist.
  const passwordIsRight = await app.passwords.verify(user?.passwordHash ?? null, input.password);
  if (!user || !passwordIsRight) {
    await recordFailure(app, project, user, device);
    throw new AppError("INVALID_CREDENTIALS");
  }
  if (user.disabledAt !== null) throw new AppError("USER_DISABLED", user.id); // said only once the password is proven
  if (project.settings.requireEmailVerification && user.emailVerifiedAt === null) {
    throw new AppError("EMAIL_NOT_VERIFIED", user.id);
  }

  const rehashed = await rehash(app, user, input.password);
  const pair = await transact(app, async (app) => {
    if (rehashed) await updateUser(app.db, project.id, user.id, { passwordHash: rehashed });
    const opened = await openSession(app, project, user, "password", device);
    await recordEvent(app, {
      kind: "user.signed_in",
      projectId: project.id,
      userId: user.id,
      by: { actor: `user:${user.id}`, ip: device.ip },
      data: { method: "password" },
    });
    return beginPair(app, project, user, { ...opened, ...(await pairFacts(app, project, user)) });
  });
  return pair();
}

/** Written for unknown addresses too, at the same cost. */
function recordFailure(
  app: Pick<App, "clock" | "db" | "newId">,
  project: Project,
  user: User | undefined,
  device: Device,
): Promise<void> {
  return recordEvent(app, {
    kind: "user.sign_in_failed",
    projectId: project.id,
    by: { actor: "", ip: device.ip }, // nobody has proven who they are
    data: { method: "password" },
    ...(user && { userId: user.id }),
  });
}

/** A hash with other parameters than today's is replaced while the password is at hand. */
async function rehash(
  app: Pick<App, "passwords">,
  user: User,
  password: string,
): Promise<string | undefined> {
  if (user.passwordHash === null || !app.passwords.needsRehash(user.passwordHash)) return undefined;
  return app.passwords.hash(password);
}
