import type { App } from "../../app.ts";
import { AppError, invalidRequest } from "../../errors.ts";
import type { Identity, LiveSession, Millis, User } from "../../storage/db.ts";
import { listPasskeys } from "../../storage/passkeys.ts";
import { listLiveSessions } from "../../storage/sessions.ts";
import { findLastSignIn } from "../../storage/user-activity.ts";
import { findUserByEmail, listIdentities } from "../../storage/users.ts";
import { canonicalEmail } from "../accounts/email.ts";
import { requireUser, type UserScope } from "./scope.ts";

export type WholeUser = {
  user: User & { lastSignInAt: Millis | null };
  identities: Identity[];
  passkeyCount: number;
  sessions: LiveSession[];
};

/** One user, by id or email, with identities, active sessions and the last sign-in. */
export async function getUser(
  app: Pick<App, "clock" | "db">,
  scope: UserScope,
  input: { userId: string; email: string },
): Promise<WholeUser> {
  if ((input.userId === "") === (input.email === "")) {
    throw invalidRequest("user_id", "is required unless email is set; set only one of them");
  }
  const user =
    input.email === "" ? await requireUser(app, scope, input.userId) : await byEmail(app, scope, input.email);
  return wholeUser(app, user);
}

export async function wholeUser(app: Pick<App, "clock" | "db">, user: User): Promise<WholeUser> {
  const [identities, passkeys, sessions, lastSignInAt] = await Promise.all([
    listIdentities(app.db, user.projectId, user.id),
    listPasskeys(app.db, { projectId: user.projectId, userId: user.id }),
    listLiveSessions(app.db, user.projectId, user.id, app.clock()),
    findLastSignIn(app.db, user.projectId, user.id),
  ]);
  return { user: { ...user, lastSignInAt }, identities, passkeyCount: passkeys.length, sessions };
}

async function byEmail(app: Pick<App, "db">, { project }: UserScope, typed: string): Promise<User> {
  const email = canonicalEmail(typed);
  const user = email && (await findUserByEmail(app.db, project.id, email));
  if (!user) throw new AppError("NOT_FOUND", "no user with this email", { resource: "user" });
  return user;
}
