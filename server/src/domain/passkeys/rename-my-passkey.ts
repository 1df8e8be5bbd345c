import type { App } from "../../app.ts";
import { AppError, invalidRequest } from "../../errors.ts";
import type { PasskeyRow } from "../../storage/db.ts";
import { updatePasskey } from "../../storage/passkeys.ts";
import { transact } from "../../storage/transact.ts";
import { requireGuestOrRecent } from "../accounts/reauthenticate.ts";
import { recordEvent } from "../analytics/record-event.ts";
import type { Project } from "../projects/project.ts";
import type { Origin } from "../sessions/device.ts";
import { holdSession } from "../sessions/hold-session.ts";
import type { SignedIn } from "../sessions/user-of-token.ts";
import { readPasskeyName } from "./passkey-name.ts";

/**
 * Renames a passkey of the signed-in user, who must have signed in recently: after a theft the user decides by the names
 * which passkeys to keep.
 */
export async function renameMyPasskey(
  app: Pick<App, "clock" | "db" | "newId">,
  project: Project,
  { user, session }: SignedIn,
  { passkeyId, name: typed }: { passkeyId: string; name: string },
  origin: Origin,
): Promise<PasskeyRow> {
  const name = readPasskeyName(typed, "name");
  if (name === "") throw invalidRequest("name", "is required");
  requireGuestOrRecent(app, session, user);
  return transact(app, async (app) => {
    await holdSession(app, project, session);
    const of = { projectId: project.id, userId: user.id, id: passkeyId };
    const renamed = await updatePasskey(app.db, of, { name });
    if (!renamed) throw new AppError("NOT_FOUND", passkeyId, { resource: "passkey" });
    await recordEvent(app, {
      kind: "user.passkey_renamed",
      projectId: project.id,
      userId: user.id,
      by: { actor: `user:${user.id}`, ...origin },
      data: { passkey_id: passkeyId },
    });
    return renamed;
  });
}
