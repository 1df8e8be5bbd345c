import type { App } from "../../app.ts";
import { hashToken } from "../../crypto/random-token.ts";
import { AppError } from "../../errors.ts";
import type { SubscriptionRow } from "../../storage/db.ts";
import { consumeEmailToken } from "../../storage/email-tokens.ts";
import { transact } from "../../storage/transact.ts";
import { findUser } from "../../storage/users.ts";
import type { Project } from "../projects/project.ts";
import type { SignedIn } from "../sessions/user-of-token.ts";
import { eraseUser } from "./erase-user.ts";
import { reauthenticate } from "./reauthenticate.ts";

/** Returns the subscriptions that go on and that only the user can end. */
export async function deleteAccount(
  app: Pick<App, "clock" | "db" | "newId" | "passwords">,
  project: Project,
  signedIn: SignedIn,
  currentPassword: string,
  ip: string,
): Promise<SubscriptionRow[]> {
  await reauthenticate(app, signedIn, currentPassword);
  const { user } = signedIn;
  return transact(app, (app) =>
    eraseUser(app, project, user, { actor: `user:${user.id}`, ip }, "asked_by_user"),
  );
}

/** For people who no longer have the app: the mailed link stands for them. */
export function confirmAccountDeletion(
  app: Pick<App, "clock" | "db" | "newId">,
  project: Project,
  token: string,
  ip: string,
): Promise<void> {
  return transact(app, async (app) => {
    const hash = hashToken(token);
    const found = await consumeEmailToken(app.db, project.id, "delete_account", hash, app.clock());
    const user = found && (await findUser(app.db, project.id, found.userId));
    if (!user || user.email !== found.email) throw new AppError("EMAIL_TOKEN_INVALID");
    await eraseUser(app, project, user, { actor: `user:${user.id}`, ip }, "asked_by_mail");
  });
}
