import type { App } from "../../app.ts";
import type { User } from "../../storage/db.ts";
import { updateUser } from "../../storage/users.ts";
import { type Actor, recordEvent } from "../analytics/record-event.ts";

/** Keeps an account that waits for its deletion. The caller has locked the user in this transaction. */
export async function cancelDeletion(
  app: Pick<App, "clock" | "db" | "newId">,
  { id, projectId }: Pick<User, "id" | "projectId">,
  by: Actor,
): Promise<User | undefined> {
  const kept = await updateUser(app.db, projectId, id, { deletionDueAt: null, deletionReason: null });
  await recordEvent(app, { kind: "user.deletion_canceled", projectId, userId: id, by });
  return kept;
}
