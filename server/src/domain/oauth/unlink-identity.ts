import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import type { User } from "../../storage/db.ts";
import { transact } from "../../storage/transact.ts";
import { listIdentities, updateUser } from "../../storage/users.ts";
import { recordEvent } from "../analytics/record-event.ts";
import type { Project } from "../projects/project.ts";
import type { SignedIn } from "../sessions/user-of-token.ts";
import { dropIdentities } from "./drop-identities.ts";
import type { OAuthProvider } from "./identity-provider.ts";

/** Takes a provider account from the user, unless it is the only way in. */
export function unlinkIdentity(
  app: Pick<App, "clock" | "db" | "newId">,
  project: Project,
  { user }: SignedIn,
  provider: OAuthProvider,
  ip: string,
): Promise<User> {
  return transact(app, async (app) => {
    const dropped = await dropIdentities(app, project, user.id, provider);
    if (dropped.length === 0) throw new AppError("NOT_FOUND", provider, { resource: "identity" });
    // Two that are removed at the same time wait for each other here; the second sees that the first is gone.
    const left = await updateUser(app.db, project.id, user.id, { updatedAt: app.clock() });
    if (!left) throw new AppError("SESSION_REVOKED", "deleted meanwhile");
    const others = await listIdentities(app.db, project.id, user.id);
    if (left.passwordHash === null && others.length === 0)
      throw new AppError("LAST_SIGN_IN_METHOD", provider);
    await recordEvent(app, {
      kind: "user.identity_unlinked",
      projectId: project.id,
      userId: user.id,
      by: { actor: `user:${user.id}`, ip },
      data: { provider },
    });
    return left;
  });
}
