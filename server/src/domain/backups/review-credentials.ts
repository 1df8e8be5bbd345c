import type { App } from "../../app.ts";
import {
  countLiveCredentials,
  deleteEveryAdminSession,
  type LiveCredentials,
} from "../../storage/live-credentials.ts";
import { listAllProjects } from "../../storage/projects.ts";
import { endProjectSessions } from "../sessions/end-session.ts";

/** Credentials that are valid again after a restore, even if they were revoked after the backup. */
export type RestoredCredentials = LiveCredentials & { projects: number; sessionsRevoked: boolean };

/** Counts the credentials that a restore brought back, and ends the sessions on request. */
export async function reviewCredentials(
  app: Pick<App, "clock" | "db">,
  { revokeSessions }: { revokeSessions: boolean },
): Promise<RestoredCredentials> {
  const live = await countLiveCredentials(app.db, app.clock());
  const projects = await listAllProjects(app.db);
  if (revokeSessions) {
    for (const project of projects) await endProjectSessions(app, project, "revoked");
    await deleteEveryAdminSession(app.db);
  }
  return { ...live, projects: projects.length, sessionsRevoked: revokeSessions };
}
