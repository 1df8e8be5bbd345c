import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import type { Millis } from "../../storage/db.ts";
import { transact } from "../../storage/transact.ts";
import { redeemLink } from "../mail/redeem-link.ts";
import type { Project } from "../projects/project.ts";
import type { Origin } from "../sessions/device.ts";
import type { SignedIn } from "../sessions/user-of-token.ts";
import { findLinkUser } from "./find-link-user.ts";
import { reauthenticate, requireStillProven } from "./reauthenticate.ts";
import { type EndedAccount, endAccount } from "./schedule-deletion.ts";

type DeleteApp = Pick<App, "clock" | "db" | "newId" | "secretBox" | "stores" | "wakeMailJob">;

/** Deletes the account, or schedules that where the project has a grace period. */
export async function deleteAccount(
  app: DeleteApp & Pick<App, "passwords">,
  project: Project,
  signedIn: SignedIn,
  currentPassword: string,
  origin: Origin,
): Promise<EndedAccount> {
  const proof = await reauthenticate(app, signedIn, currentPassword);
  const { user, session } = signedIn;
  const ended = await transact(app, (app) =>
    endAccount(app, project, user, {
      by: { actor: `user:${user.id}`, ...origin },
      reason: "asked_by_user",
      session,
      check: (user) => requireStillProven(proof, user),
    }),
  );
  app.wakeMailJob();
  return ended;
}

/** For users who no longer have the app. The emailed link proves who they are. Returns when the account will be deleted. */
export async function confirmAccountDeletion(
  app: DeleteApp,
  project: Project,
  token: string,
  origin: Origin,
): Promise<Millis | null> {
  const { deletionDueAt } = await transact(app, async (app) => {
    const found = await redeemLink(app, project, ["delete_account"], token);
    const known = await findLinkUser(app, project, found);
    if (!known) throw new AppError("EMAIL_TOKEN_INVALID", "mailed to another address");
    return endAccount(app, project, known, {
      by: { actor: `user:${known.id}`, ...origin },
      reason: "asked_by_mail",
      check(user) {
        if (user?.email !== found.email)
          throw new AppError("EMAIL_TOKEN_INVALID", "mailed to another address");
        if (user.guestSince !== known.guestSince)
          throw new AppError("EMAIL_TOKEN_INVALID", "converted meanwhile");
      },
    });
  });
  app.wakeMailJob();
  return deletionDueAt;
}
