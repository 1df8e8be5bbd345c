import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import type { Session } from "../../storage/db.ts";
import { findSession, listLiveSessions } from "../../storage/sessions.ts";
import { transact } from "../../storage/transact.ts";
import { recordEvent } from "../analytics/record-event.ts";
import type { Project } from "../projects/project.ts";
import type { Origin } from "./device.ts";
import { endSessions } from "./end-session.ts";
import { holdSession } from "./hold-session.ts";
import { signOut } from "./sign-out.ts";
import type { SignedIn } from "./user-of-token.ts";

export function listMySessions(
  app: Pick<App, "clock" | "db">,
  project: Project,
  { user }: SignedIn,
): Promise<Session[]> {
  return listLiveSessions(app.db, project.id, user.id, app.clock());
}

export async function revokeMySession(
  app: Pick<App, "clock" | "db" | "newId">,
  project: Project,
  { user }: SignedIn,
  sessionId: string,
  origin: Origin,
): Promise<void> {
  const session = await findSession(app.db, project.id, sessionId);
  // Another user's session gets the same answer as one that does not exist.
  if (session?.userId !== user.id) throw new AppError("NOT_FOUND", "session", { resource: "session" });
  await signOut(app, project, sessionId, origin);
}

/** Ends all sessions of the user except the calling one. Returns how many. */
export function revokeMyOtherSessions(
  app: Pick<App, "clock" | "db" | "newId">,
  project: Project,
  { user, session }: SignedIn,
  origin: Origin,
): Promise<number> {
  return transact(app, async (app) => {
    await holdSession(app, project, session);
    const sessions = await endSessions(app, project, user.id, "signed_out", session.id);
    if (sessions === 0) return 0;
    await recordEvent(app, {
      kind: "user.sessions_revoked",
      projectId: project.id,
      userId: user.id,
      by: { actor: `user:${user.id}`, ...origin },
      data: { sessions },
    });
    return sessions;
  });
}
