import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import { holdAdminSession, type LiveAdminSession } from "../../storage/admin-sessions.ts";
import { holdAdmin } from "../../storage/admins.ts";
import type { Millis, PersonalAccessToken } from "../../storage/db.ts";
import { holdPersonalAccessToken } from "../../storage/personal-access-tokens.ts";
import type { Actor } from "../analytics/record-event.ts";

/** How long a session may use sensitive methods after the password or a passkey was verified. */
export const RECENT_SIGN_IN_MS = 10 * 60_000;

/** Throws if that was too long ago. */
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
 * Checks that the actor may still do what needs a recent sign-in, and locks the credential until the transaction ends:
 * an open session with a recent proof, or a valid token. Call it in the transaction, with the
 * administrator's row as the first lock. The command line on the server and jobs have no credential to check.
 * Returns the token, if the credential is one.
 */
export async function holdRecentSignIn(
  app: Pick<App, "clock" | "db">,
  { credential }: Actor,
): Promise<PersonalAccessToken | undefined> {
  if (!credential) return undefined;
  const { adminId } = credential;
  const now = app.clock();
  if (!(await holdAdmin(app.db, adminId))) throw credentialEndedError();
  if (credential.kind === "token") {
    const token = await holdPersonalAccessToken(app.db, adminId, credential.tokenId, now);
    if (!token) throw credentialEndedError();
    return token;
  }
  const session = await holdAdminSession(app.db, adminId, credential.hash, now);
  if (!session) throw credentialEndedError();
  requireRecentSignIn(app, session);
  return undefined;
}

function credentialEndedError(): AppError {
  return new AppError("ADMIN_UNAUTHENTICATED", "the administrator, session or token has ended meanwhile");
}
