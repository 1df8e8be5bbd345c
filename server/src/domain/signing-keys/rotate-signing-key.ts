import type { App } from "../../app.ts";
import { invalidRequest } from "../../errors.ts";
import { lockProject } from "../../storage/projects.ts";
import {
  activateStandByKey,
  deleteExpiredSigningKeys,
  insertStandByKey,
  retireSigningKey,
} from "../../storage/signing-keys.ts";
import { transact } from "../../storage/transact.ts";
import { holdRecentSignIn } from "../admins/recent-sign-in.ts";
import { type Actor, recordEvent } from "../analytics/record-event.ts";
import { projectNotFoundError, requireProjectNamed } from "../projects/find-project.ts";
import { ACCESS_TOKEN_SECONDS } from "../sessions/token-pair.ts";
import { newSigningKey } from "./new-signing-key.ts";
import { type ProjectKeys, projectKeys } from "./project-keys.ts";

/** Allows for clock skew, and for a token that is being signed during the rotation. */
const MARGIN_SECONDS = 60;
const MAX_GRACE_SECONDS = 30 * 86_400;

/**
 * Lets the stand-by key sign and publishes the next stand-by key. Tokens of the previous key stay valid during the grace
 * period, and no session ends.
 */
export async function rotateSigningKey(
  app: Pick<App, "baseUrl" | "clock" | "db" | "newId" | "secretBox">,
  by: Actor,
  slugOrId: string,
  input: { graceSeconds: number },
): Promise<ProjectKeys> {
  const graceSeconds = requireGrace(input.graceSeconds);
  const project = await requireProjectNamed(app, slugOrId);
  const spareKey = newSigningKey(app, project.id);
  const nextKey = newSigningKey(app, project.id);

  await transact(app, async (app) => {
    await holdRecentSignIn(app, by);
    // Of two concurrent rotations, the second retires the key of the first. A reset or a deletion waits, too.
    if (!(await lockProject(app.db, project))) throw projectNotFoundError(slugOrId);
    const now = app.clock();
    await deleteExpiredSigningKeys(app.db, now, project.id);
    // Has an effect only without a stand-by key: after a replica of 0.1 has created the project or reset its key.
    await insertStandByKey(app.db, { ...spareKey, createdAt: now });
    await retireSigningKey(app.db, project.id, now + graceSeconds * 1000);
    const kid = await activateStandByKey(app.db, project.id);
    if (kid === undefined) throw new Error(`project ${project.id} has no stand-by key`);
    await insertStandByKey(app.db, { ...nextKey, createdAt: now });
    const data = { kid, grace_seconds: graceSeconds };
    await recordEvent(app, { kind: "admin.project_signing_key_rotated", projectId: project.id, by, data });
  });
  return projectKeys(app, project);
}

function requireGrace(seconds: number): number {
  if (seconds < 0 || seconds > MAX_GRACE_SECONDS) {
    throw invalidRequest("grace_seconds", `must be between 0 and ${MAX_GRACE_SECONDS}, which is 30 days`);
  }
  return seconds === 0 ? ACCESS_TOKEN_SECONDS + MARGIN_SECONDS : seconds;
}
