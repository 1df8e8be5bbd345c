import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import type { Session } from "../../storage/db.ts";
import { findSession, listLiveSessions } from "../../storage/sessions.ts";
import type { Project } from "../projects/project.ts";
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
  ip: string,
): Promise<void> {
  const session = await findSession(app.db, project.id, sessionId);
  // Another user's session is as unknown as one that never was.
  if (session?.userId !== user.id) throw new AppError("NOT_FOUND", "session", { resource: "session" });
  await signOut(app, project, sessionId, ip);
}
