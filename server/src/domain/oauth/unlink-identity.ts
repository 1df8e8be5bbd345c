import type { App } from "../../app.ts";
import type { User } from "../../storage/db.ts";
import { transact } from "../../storage/transact.ts";
import { reauthenticate, requireStillProven } from "../accounts/reauthenticate.ts";
import { recordEvent } from "../analytics/record-event.ts";
import type { Project } from "../projects/project.ts";
import type { Origin } from "../sessions/device.ts";
import { holdSession } from "../sessions/hold-session.ts";
import type { SignedIn } from "../sessions/user-of-token.ts";
import { detachIdentity } from "./detach-identity.ts";
import type { OAuthProvider } from "./identity-provider.ts";

/** Removes an identity from the signed-in user, who must reauthenticate. */
export async function unlinkIdentity(
  app: Pick<App, "clock" | "db" | "newId" | "passwords" | "wakeMailJob">,
  project: Project,
  signedIn: SignedIn,
  { provider, currentPassword }: { provider: OAuthProvider; currentPassword: string },
  origin: Origin,
): Promise<User> {
  const proof = await reauthenticate(app, signedIn, currentPassword);
  const { id } = signedIn.user;
  const left = await transact(app, async (app) => {
    await holdSession(app, project, signedIn.session);
    const left = await detachIdentity(app, project, id, provider, (user) => {
      requireStillProven(proof, user);
      return user;
    });
    await recordEvent(app, {
      kind: "user.identity_unlinked",
      projectId: project.id,
      userId: id,
      by: { actor: `user:${id}`, ...origin },
      data: { provider },
    });
    return left;
  });
  app.wakeMailJob();
  return left;
}
