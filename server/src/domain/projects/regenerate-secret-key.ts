import type { App } from "../../app.ts";
import { newApiKey } from "../../crypto/api-keys.ts";
import { hashToken } from "../../crypto/random-token.ts";
import { updateProject } from "../../storage/projects.ts";
import { transact } from "../../storage/transact.ts";
import { holdRecentSignIn } from "../admins/recent-sign-in.ts";
import { type Actor, recordEvent } from "../analytics/record-event.ts";
import { projectNotFoundError, requireProjectNamed } from "./find-project.ts";

/** The old key stops working with the commit. The new one is returned only once. */
export async function regenerateSecretKey(
  app: Pick<App, "clock" | "db" | "newId">,
  by: Actor,
  slugOrId: string,
): Promise<string> {
  const { id } = await requireProjectNamed(app, slugOrId);
  const secretKey = newApiKey("sk_");
  const changes = { secretKeyHash: hashToken(secretKey), secretKeyLast4: secretKey.slice(-4) };
  await transact(app, async (app) => {
    await holdRecentSignIn(app, by);
    if (!(await updateProject(app.db, id, changes))) throw projectNotFoundError(slugOrId);
    await recordEvent(app, { kind: "admin.project_secret_key_regenerated", projectId: id, by });
  });
  return secretKey;
}
