import type { App } from "../../app.ts";
import type { PasskeyRow } from "../../storage/db.ts";
import { deletePasskeys } from "../../storage/passkeys.ts";
import type { Project } from "../projects/project.ts";
import { endSessionsOfPasskeys } from "../sessions/end-session.ts";

/**
 * Removes passkeys of a user and ends the sessions that were opened with them. Call it in a transaction, after locking
 * sessions and before locking the user: another order could deadlock.
 */
export async function removePasskeys(
  app: Pick<App, "clock" | "db">,
  project: Pick<Project, "id">,
  userId: string,
  ids: readonly string[],
): Promise<PasskeyRow[]> {
  if (ids.length === 0) return [];
  await endSessionsOfPasskeys(app, project, userId, ids);
  const removed = await deletePasskeys(app.db, { projectId: project.id, userId }, ids);
  // Again: a sign-in that held the lock on the passkey may have opened a session meanwhile.
  if (removed.length > 0) await endSessionsOfPasskeys(app, project, userId, ids);
  return removed;
}
