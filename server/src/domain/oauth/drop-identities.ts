import type { App } from "../../app.ts";
import { insertAppleRevocation } from "../../storage/apple-revocations.ts";
import type { Identity } from "../../storage/db.ts";
import { deleteIdentities } from "../../storage/identities.ts";
import type { Project } from "../projects/project.ts";

/**
 * Deletes a user's identities, all or those of some providers, and queues the revocation at Apple. Call it in a
 * transaction, after locking sessions and before locking the user: another order could deadlock.
 */
export async function dropIdentities(
  app: Pick<App, "clock" | "db">,
  project: Pick<Project, "id">,
  userId: string,
  providers?: readonly string[],
): Promise<Identity[]> {
  const dropped = await deleteIdentities(app.db, project.id, userId, providers);
  for (const identity of dropped) await queueRevocation(app, identity);
  return dropped;
}

/** Queues the sealed token for the job that revokes it. Does nothing if there is no token. */
export async function queueRevocation(
  app: Pick<App, "clock" | "db">,
  {
    id,
    projectId,
    refreshTokenSealed,
    refreshTokenClientId,
  }: Pick<Identity, "id" | "projectId" | "refreshTokenSealed" | "refreshTokenClientId">,
): Promise<void> {
  if (refreshTokenSealed === null || refreshTokenClientId === null) return;
  const now = app.clock();
  await insertAppleRevocation(app.db, {
    id,
    projectId,
    refreshTokenSealed,
    clientId: refreshTokenClientId,
    createdAt: now,
    attempts: 0,
    nextAttemptAt: now,
    lastError: null,
    gaveUpAt: null,
  });
}
