import type { App } from "../../app.ts";
import { hashToken, newToken } from "../../crypto/random-token.ts";
import type { Session, User } from "../../storage/db.ts";
import { insertRefreshToken, insertSession } from "../../storage/sessions.ts";
import { noteSignIn } from "../../storage/users.ts";
import { markActive, wasSeenToday } from "../analytics/mark-active.ts";
import type { Project } from "../projects/project.ts";

/** Where a session is used, as far as the request tells. */
export type Device = { ip: string; userAgent: string };

export type SignInMethod = "password" | "anonymous" | "google" | "apple";

export type OpenedSession = { sessionId: string; refreshToken: string };

const DAY_MS = 86_400_000;

/** Begins a family of refresh tokens. Call it in the transaction that decides to let the user in. */
export async function openSession(
  app: Pick<App, "clock" | "db" | "newId">,
  project: Project,
  user: Pick<User, "id" | "lastActiveAt" | "lastSignInAt">,
  method: SignInMethod,
  device: Device,
): Promise<OpenedSession> {
  const now = app.clock();
  const session: Session = {
    id: app.newId(),
    projectId: project.id,
    userId: user.id,
    method,
    userAgent: device.userAgent,
    ip: device.ip,
    createdAt: now,
    lastUsedAt: now,
    endsAt: now + project.settings.sessionMaxDays * DAY_MS,
    revokedAt: null,
    revokedReason: null,
  };
  await insertSession(app.db, session);
  const refreshToken = await issueRefreshToken(app, project, session, newToken(), null);
  await noteSignIn(app.db, { projectId: project.id, id: user.id, now });
  const isMarked = user.lastSignInAt !== null && wasSeenToday(app, project, user);
  if (!isMarked) await markActive(app, project, user.id);
  return { sessionId: session.id, refreshToken };
}

/** Stores the hash of the family's next token. It lives as long as the window slides, never beyond the session. */
export async function issueRefreshToken(
  app: Pick<App, "clock" | "db">,
  project: Project,
  session: Pick<Session, "id" | "endsAt">,
  refreshToken: string,
  predecessorHash: string | null,
): Promise<string> {
  const now = app.clock();
  await insertRefreshToken(app.db, {
    hash: hashToken(refreshToken),
    projectId: project.id,
    sessionId: session.id,
    createdAt: now,
    expiresAt: Math.min(now + project.settings.refreshTokenDays * DAY_MS, session.endsAt),
    consumedAt: null,
    attemptHash: null,
    replay: null,
    predecessorHash,
  });
  return refreshToken;
}
