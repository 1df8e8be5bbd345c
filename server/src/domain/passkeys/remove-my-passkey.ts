import type { App } from "../../app.ts";
import { transact } from "../../storage/transact.ts";
import { reauthenticate, requireStillProven } from "../accounts/reauthenticate.ts";
import { recordEvent } from "../analytics/record-event.ts";
import { requireDueFactor } from "../factors/require-due-factor.ts";
import type { Project } from "../projects/project.ts";
import type { Origin } from "../sessions/device.ts";
import { holdSession } from "../sessions/hold-session.ts";
import type { SignedIn } from "../sessions/user-of-token.ts";
import { detachPasskey } from "./detach-passkey.ts";

/** Removes a passkey of the signed-in user, who must reauthenticate: with a second factor, where one is due. */
export async function removeMyPasskey(
  app: Pick<App, "clock" | "db" | "newId" | "passwords" | "wakeMailJob">,
  project: Project,
  signedIn: SignedIn,
  { passkeyId, currentPassword }: { passkeyId: string; currentPassword: string },
  origin: Origin,
): Promise<void> {
  const proof = await reauthenticate(app, signedIn, currentPassword);
  const { user, session } = signedIn;
  const { id } = user;
  await requireDueFactor(app, project, session, user, "removes");
  await transact(app, async (app) => {
    await holdSession(app, project, session);
    await requireDueFactor(app, project, session, user, "removes");
    await detachPasskey(app, project, id, passkeyId, (user) => {
      requireStillProven(proof, user);
      return user;
    });
    await recordEvent(app, {
      kind: "user.passkey_removed",
      projectId: project.id,
      userId: id,
      by: { actor: `user:${id}`, ...origin },
      data: { passkey_id: passkeyId },
    });
  });
  app.wakeMailJob();
}
