import type { App } from "../../app.ts";
import type { Identity } from "../../storage/db.ts";
import type { Project } from "../projects/project.ts";
import { endSessionsOpenedWith } from "../sessions/end-session.ts";
import { dropIdentities } from "./drop-identities.ts";

/**
 * Removes a user's identities and ends the sessions that were opened with them. Call it in a transaction, before the
 * user's row is locked.
 */
export async function removeIdentities(
  app: Pick<App, "clock" | "db">,
  project: Pick<Project, "id">,
  userId: string,
  providers: readonly string[],
): Promise<Identity[]> {
  if (providers.length === 0) return [];
  await endSessionsOf(app, project, userId, providers);
  const removed = await dropIdentities(app, project, userId, providers);
  // Again: a sign-in that held the lock on the identity may have opened a session meanwhile.
  if (removed.length > 0) await endSessionsOf(app, project, userId, providers);
  return removed;
}

async function endSessionsOf(
  app: Pick<App, "clock" | "db">,
  project: Pick<Project, "id">,
  userId: string,
  providers: readonly string[],
): Promise<void> {
  for (const provider of providers) {
    await endSessionsOpenedWith(app, project, userId, provider, { reason: "identity_unlinked" });
  }
}
