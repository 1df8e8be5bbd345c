import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import { holdAdminSession, type LiveAdminSession } from "../../storage/admin-sessions.ts";
import { holdAdmin } from "../../storage/admins.ts";
import type { Millis, PersonalAccessToken } from "../../storage/db.ts";
import { holdPersonalAccessToken } from "../../storage/personal-access-tokens.ts";
import type { Actor } from "../analytics/record-event.ts";

/** For how long a session may do what needs the password once it was proven. */
export const RECENT_SIGN_IN_MS = 10 * 60_000;

/** Throws if the password was proven too long ago. */
export function requireRecentSignIn(
  app: Pick<App, "clock">,
  session: Pick<LiveAdminSession, "provenAt">,
): void {
  if (recentUntil(session) <= app.clock()) {
    throw new AppError("REAUTHENTICATION_REQUIRED", "the administrator signed in too long ago");
  }
}

export function recentUntil({ provenAt }: Pick<LiveAdminSession, "provenAt">): Millis {
  return provenAt + RECENT_SIGN_IN_MS;
}

/**
 * Makes sure that the actor may still do what needs a recent sign-in, and stays so until the transaction ends: a session that has not
 * ended and in which the password was proven lately, or a token that is still valid. Call it in the transaction, with the
 * administrator's row as the first lock. The command line on the server and jobs have no credential to check.
 * Returns the token, if it is one.
 */
export async function holdRecentSignIn(
  app: Pick<App, "clock" | "db">,
  { credential }: Actor,
): Promise<PersonalAccessToken | undefined> {
  if (!credential) return undefined;
  const { adminId } = credential;
  const now = app.clock();
  if (!(await holdAdmin(app.db, adminId))) throw endedMeanwhile();
  if (credential.kind === "token") {
    const token = await holdPersonalAccessToken(app.db, adminId, credential.tokenId, now);
    if (!token) throw endedMeanwhile();
    return token;
  }
  const session = await holdAdminSession(app.db, adminId, credential.hash, now);
  if (!session) throw endedMeanwhile();
  requireRecentSignIn(app, session);
  return undefined;
}

function endedMeanwhile(): AppError {
  return new AppError("ADMIN_UNAUTHENTICATED", "the administrator, session or token has ended meanwhile");
}
