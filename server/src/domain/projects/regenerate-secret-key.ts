import type { App } from "../../app.ts";
import { newApiKey } from "../../crypto/api-keys.ts";
import { hashToken } from "../../crypto/random-token.ts";
import { invalidRequest } from "../../errors.ts";
import type { Millis } from "../../storage/db.ts";
import { lockProject, updateProject } from "../../storage/projects.ts";
import { transact } from "../../storage/transact.ts";
import { holdRecentSignIn } from "../admins/recent-sign-in.ts";
import { type Actor, recordEvent } from "../analytics/record-event.ts";
import { projectNotFoundError, requireProjectNamed } from "./find-project.ts";
import { noOldSecretKey } from "./old-secret-key.ts";

const LONGEST_SECONDS = 7 * 86_400;

export type NewSecretKey = Readonly<{ secretKey: string; oldKeyUntil: Millis | undefined }>;

/**
 * The new key is returned only once. The old one works as long as asked for, or stops working with the commit. One
 * before that stops in any case: no more than two work at a time.
 */
export async function regenerateSecretKey(
  app: Pick<App, "clock" | "db" | "newId">,
  by: Actor,
  slugOrId: string,
  keepOldForSeconds = 0,
): Promise<NewSecretKey> {
  if (keepOldForSeconds < 0 || keepOldForSeconds > LONGEST_SECONDS) {
    throw invalidRequest("keep_old_for_seconds", `must be between 0 and ${LONGEST_SECONDS} (7 days)`);
  }
  const { id } = await requireProjectNamed(app, slugOrId);
  const secretKey = newApiKey("sk_");
  const oldKeyUntil = keepOldForSeconds === 0 ? undefined : app.clock() + keepOldForSeconds * 1000;
  await transact(app, async (app) => {
    await holdRecentSignIn(app, by);
    const before = await lockProject(app.db, { id });
    if (!before) throw projectNotFoundError(slugOrId);
    const old = oldKeyUntil !== undefined && {
      oldSecretKeyHash: before.secretKeyHash,
      oldSecretKeyLast4: before.secretKeyLast4,
      oldSecretKeyUntil: oldKeyUntil,
    };
    await updateProject(app.db, id, {
      secretKeyHash: hashToken(secretKey),
      secretKeyLast4: secretKey.slice(-4),
      ...(old || noOldSecretKey),
    });
    const data = { keep_old_for_seconds: keepOldForSeconds };
    await recordEvent(app, { kind: "admin.project_secret_key_regenerated", projectId: id, by, data });
  });
  return { secretKey, oldKeyUntil };
}
