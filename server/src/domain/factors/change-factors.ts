import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import type { User } from "../../storage/db.ts";
import { lockUserForUpdate } from "../../storage/users.ts";
import { evict } from "../accounts/evict.ts";
import { LINKS_REQUESTED_BY_SESSION } from "../mail/void-links.ts";
import type { Project } from "../projects/project.ts";
import type { SignedIn } from "../sessions/user-of-token.ts";

/**
 * Runs `write`, which changes the factors of a signed-in user, ends the user's other sessions and voids open challenges. What
 * allowed it is checked again: the session is locked and open, and the account is as the call has read it. Call it in a
 * transaction.
 */
export async function changeFactors(
  app: Pick<App, "clock" | "db">,
  project: Project,
  { user: known, session }: SignedIn,
  write: () => Promise<void>,
): Promise<User> {
  const { id, projectId, credentialEpoch } = known;
  const eviction = {
    reason: "factor_changed",
    keep: session.id,
    voids: LINKS_REQUESTED_BY_SESSION,
  } as const;
  const { user } = await evict(app, project, known, eviction, async () => {
    await write();
    const user = await lockUserForUpdate(app.db, projectId, id);
    if (!user) throw new AppError("SESSION_REVOKED", "deleted meanwhile");
    if (user.credentialEpoch !== credentialEpoch) {
      throw new AppError("REAUTHENTICATION_REQUIRED", "the account has changed");
    }
    return user;
  });
  return user;
}
