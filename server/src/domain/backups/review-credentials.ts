import type { App } from "../../app.ts";
import {
  countLiveCredentials,
  deleteEveryAdminSession,
  type LiveCredentials,
} from "../../storage/live-credentials.ts";
import { listAllProjects } from "../../storage/projects.ts";
import { endProjectSessions } from "../sessions/end-session.ts";

/** What lets somebody in after a restore as it did when the backup was made, whatever happened since. */
export type Revived = LiveCredentials & { projects: number; sessionsRevoked: boolean };

/** Counts the credentials that a backup brings back, and ends its sessions if that is wanted. */
export async function revive(
  app: Pick<App, "clock" | "db">,
  { revokeSessions }: { revokeSessions: boolean },
): Promise<Revived> {
  const live = await countLiveCredentials(app.db, app.clock());
  const projects = await listAllProjects(app.db);
  if (revokeSessions) {
    for (const project of projects) await endProjectSessions(app, project, "revoked");
    await deleteEveryAdminSession(app.db);
  }
  return { ...live, projects: projects.length, sessionsRevoked: revokeSessions };
}
