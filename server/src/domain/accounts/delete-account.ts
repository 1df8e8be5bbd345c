import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import type { SubscriptionRow } from "../../storage/db.ts";
import { transact } from "../../storage/transact.ts";
import { redeemLink } from "../mail/redeem-link.ts";
import type { Project } from "../projects/project.ts";
import type { Origin } from "../sessions/device.ts";
import type { SignedIn } from "../sessions/user-of-token.ts";
import { eraseUser } from "./erase-user.ts";
import { reauthenticate, requireStillProven } from "./reauthenticate.ts";

/** Returns the subscriptions that continue and that only the user can cancel. */
export async function deleteAccount(
  app: Pick<App, "clock" | "db" | "newId" | "passwords" | "stores">,
  project: Project,
  signedIn: SignedIn,
  currentPassword: string,
  origin: Origin,
): Promise<SubscriptionRow[]> {
  const proof = await reauthenticate(app, signedIn, currentPassword);
  const { user, session } = signedIn;
  return transact(app, (app) =>
    eraseUser(app, project, user, {
      by: { actor: `user:${user.id}`, ...origin },
      reason: "asked_by_user",
      session,
      check: (user) => requireStillProven(proof, user),
    }),
  );
}

/** For users who no longer have the app. The emailed link proves who they are. */
export function confirmAccountDeletion(
  app: Pick<App, "clock" | "db" | "newId" | "stores">,
  project: Project,
  token: string,
  origin: Origin,
): Promise<void> {
  return transact(app, async (app) => {
    const found = await redeemLink(app, project, ["delete_account"], token);
    const user = { id: found.userId, projectId: project.id };
    await eraseUser(app, project, user, {
      by: { actor: `user:${user.id}`, ...origin },
      reason: "asked_by_mail",
      check(user) {
        if (user?.email !== found.email)
          throw new AppError("EMAIL_TOKEN_INVALID", "mailed to another address");
      },
    });
  });
}
