import type { App } from "../../app.ts";
import { lockProject } from "../../storage/projects.ts";
import { deleteSigningKeys, insertSigningKey, insertStandByKey } from "../../storage/signing-keys.ts";
import { transact } from "../../storage/transact.ts";
import { holdRecentSignIn } from "../admins/recent-sign-in.ts";
import { type Actor, recordEvent } from "../analytics/record-event.ts";
import { projectNotFoundError, requireProjectNamed } from "../projects/find-project.ts";
import { endProjectSessions } from "../sessions/end-session.ts";
import { newSigningKey } from "./new-signing-key.ts";
import { type ProjectKeys, projectKeys } from "./project-keys.ts";

/**
 * Creates a new key and a new stand-by key, removes all others from the JWKS and ends every session. Every issued token
 * stops working with the commit. A concurrent sign-in counts as later.
 */
export async function resetSigningKey(
  app: Pick<App, "baseUrl" | "clock" | "db" | "newId" | "secretBox">,
  by: Actor,
  slugOrId: string,
): Promise<{ keys: ProjectKeys; revokedSessions: number }> {
  const project = await requireProjectNamed(app, slugOrId);
  const key = newSigningKey(app, project.id);
  const standByKey = newSigningKey(app, project.id);

  const revokedSessions = await transact(app, async (app) => {
    await holdRecentSignIn(app, by);
    if (!(await lockProject(app.db, project))) throw projectNotFoundError(slugOrId);
    await deleteSigningKeys(app.db, project.id);
    await insertSigningKey(app.db, key);
    await insertStandByKey(app.db, standByKey);
    const revoked = await endProjectSessions(app, project, "signing_key_reset");
    const data = { kid: key.kid, revoked_sessions: revoked };
    await recordEvent(app, { kind: "admin.project_signing_key_reset", projectId: project.id, by, data });
    return revoked;
  });
  return { keys: await projectKeys(app, project), revokedSessions };
}
