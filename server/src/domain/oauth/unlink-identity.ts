import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import type { User } from "../../storage/db.ts";
import { transact } from "../../storage/transact.ts";
import { listIdentities, lockUserForUpdate, updateUser } from "../../storage/users.ts";
import { reauthenticate, requireStillProven } from "../accounts/reauthenticate.ts";
import { recordEvent } from "../analytics/record-event.ts";
import { notifyUser } from "../mail/notify-user.ts";
import type { Project } from "../projects/project.ts";
import { holdSession } from "../sessions/hold-session.ts";
import type { SignedIn } from "../sessions/user-of-token.ts";
import type { OAuthProvider } from "./identity-provider.ts";
import { removeIdentities } from "./remove-identities.ts";

/** Takes a provider account from the user, unless it is the only way in, and ends the sessions it opened. */
export async function unlinkIdentity(
  app: Pick<App, "clock" | "db" | "mailIsWaiting" | "newId" | "passwords">,
  project: Project,
  signedIn: SignedIn,
  { provider, currentPassword }: { provider: OAuthProvider; currentPassword: string },
  ip: string,
): Promise<User> {
  const proof = await reauthenticate(app, signedIn, currentPassword);
  const { id } = signedIn.user;
  const left = await transact(app, async (app) => {
    await holdSession(app, project, signedIn.session);
    const removed = await removeIdentities(app, project, id, [provider]);
    // Two that are removed at the same time wait for each other here; the second sees that the first is gone.
    const user = await lockUserForUpdate(app.db, project.id, id);
    requireStillProven(proof, user);
    if (removed.length === 0) throw new AppError("NOT_FOUND", provider, { resource: "identity" });
    const others = await listIdentities(app.db, project.id, id);
    const hasPassword = user.passwordHash !== null && user.email !== null;
    if (!hasPassword && others.length === 0) throw new AppError("LAST_SIGN_IN_METHOD", provider);
    await recordEvent(app, {
      kind: "user.identity_unlinked",
      projectId: project.id,
      userId: id,
      by: { actor: `user:${id}`, ip },
      data: { provider },
    });
    await notifyUser(app, project, user, { kind: "method_removed", detail: provider });
    return updateUser(app.db, project.id, id, { updatedAt: app.clock() });
  });
  app.mailIsWaiting();
  return left ?? signedIn.user;
}
