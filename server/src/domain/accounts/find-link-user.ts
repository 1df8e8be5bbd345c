import type { App } from "../../app.ts";
import type { EmailToken, User } from "../../storage/db.ts";
import { findUser } from "../../storage/users.ts";
import type { Project } from "../projects/project.ts";

/** When a link can be used. The statement that acts on the link checks the same again. */
const RULES: Readonly<Record<string, (user: User, email: string) => boolean>> = {
  verify_email: (user, email) => user.email === email && user.emailVerifiedAt === null && isEnabled(user),
  reset_password: (user, email) => user.email === email && isEnabled(user),
  invite_user: (user, email) => user.email === email && isEnabled(user),
  change_email: isEnabled,
  // Disabled users may still have their data deleted.
  delete_account: (user, email) => user.email === email,
};

/** The user of a link; undefined if the link can no longer be used. */
export async function findLinkUser(
  app: Pick<App, "db">,
  project: Pick<Project, "id">,
  { purpose, userId, email }: EmailToken,
): Promise<User | undefined> {
  const user = await findUser(app.db, project.id, userId);
  return user && RULES[purpose]?.(user, email) ? user : undefined;
}

function isEnabled(user: User): boolean {
  return user.disabledAt === null;
}
