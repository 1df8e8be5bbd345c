import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import type { User } from "../../storage/db.ts";
import { lockSessionOfAttempt } from "../../storage/opening-attempts.ts";
import { transact } from "../../storage/transact.ts";
import { lockUserForUpdate } from "../../storage/users.ts";
import type { Project } from "../projects/project.ts";
import { firstTokenOf } from "./first-token.ts";
import type { OpeningAttempt } from "./opening-attempt.ts";
import { finishRotation } from "./rotation.ts";
import type { TokenPair } from "./token-pair.ts";

/** The user whose password the caller has verified, and its hash. */
export type VerifiedPassword = Pick<User, "id" | "passwordHash">;

/**
 * Repeats the answer of the attempt that opened a session: the same refresh token with a new access token. Returns
 * undefined when the attempt has opened none. Fails with ATTEMPT_INVALID, and ends nothing, when the request is another
 * one, the session has ended or the token was used.
 */
export async function repeatOpening(
  app: Pick<App, "baseUrl" | "clock" | "db" | "signer" | "upgrade">,
  project: Project,
  attempt: OpeningAttempt,
  verified?: VerifiedPassword,
): Promise<TokenPair | undefined> {
  const pair = await transact(app, async (app) => {
    // First, because a refresh locks the session before the user.
    const session = await lockSessionOfAttempt(app.db, project.id, attempt.hash);
    if (!session) return undefined;
    const refreshToken = await firstTokenOf(app, session, attempt);
    if (refreshToken === undefined) throw new AppError("ATTEMPT_INVALID", `session ${session.id}`);
    if (verified) await requireStillValid(app, project, session.userId, verified);
    const by = { projectId: project.id, sessionId: session.id };
    return finishRotation(app, project, by, refreshToken);
  });
  return pair?.();
}

/** The password may have been replaced since it was verified, and the address may belong to another user by now. */
async function requireStillValid(
  app: Pick<App, "db">,
  project: Project,
  userId: string,
  verified: VerifiedPassword,
): Promise<void> {
  if (userId !== verified.id) throw new AppError("ATTEMPT_INVALID", "of another user");
  const user = await lockUserForUpdate(app.db, project.id, userId);
  if (user?.passwordHash !== verified.passwordHash) throw new AppError("INVALID_CREDENTIALS");
}
