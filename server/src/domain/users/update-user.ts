import type { App } from "../../app.ts";
import type { User } from "../../storage/db.ts";
import { deleteEmailTokens } from "../../storage/email-tokens.ts";
import { transact } from "../../storage/transact.ts";
import { type UserChanges, updateUserEmail, updateUser as writeUser } from "../../storage/users.ts";
import { requireEmail } from "../accounts/email.ts";
import { requireStrongPassword } from "../accounts/password-policy.ts";
import { requireAvatarUrl, requireDisplayName } from "../accounts/profile.ts";
import { clearSignInFailures } from "../rate-limits/clear-sign-in-failures.ts";
import { endSessions } from "../sessions/end-session.ts";
import { requireCustomClaims } from "./custom-claims.ts";
import { missing, recordUserEvent, requireUser, type UserScope } from "./scope.ts";

export type UserUpdate = {
  email?: string | undefined;
  displayName?: string | undefined;
  avatarUrl?: string | undefined;
  emailVerified?: boolean | undefined;
  password?: string | undefined;
  customClaims?: unknown;
};

type UpdateApp = Pick<App, "clock" | "db" | "newId" | "passwords" | "rateLimits">;

/** Changes what is given. A new password ends every session; new claims show in the next refreshed token. */
export async function updateUser(
  app: UpdateApp,
  scope: UserScope,
  userId: string,
  input: UserUpdate,
): Promise<User> {
  const user = await requireUser(app, scope, userId);
  const { email, changes } = await readChanges(app, scope, user, input);

  const updated = await transact(app, async (app) => {
    const { project } = scope;
    const updated =
      email === undefined
        ? await writeUser(app.db, project.id, user.id, changes)
        : await updateUserEmail(app.db, project.id, user.id, email, changes);
    if (!updated) throw await missing(app, scope, userId);
    if (changes.passwordHash !== undefined) await endSessions(app, project, user.id, "password_changed");
    if (changes.passwordHash !== undefined || email !== undefined) {
      await deleteEmailTokens(app.db, project.id, user.id);
    }
    for (const kind of kindsOf(user, updated)) await recordUserEvent(app, scope, user.id, kind);
    return updated;
  });
  // Wrong guesses at the old password say nothing about the new one.
  if (changes.passwordHash !== undefined && updated.email !== null) {
    await clearSignInFailures(app, scope.project.id, updated.email);
  }
  return updated;
}

async function readChanges(
  app: UpdateApp,
  { project }: UserScope,
  user: User,
  input: UserUpdate,
): Promise<{ email: string | undefined; changes: UserChanges }> {
  const email = input.email === undefined ? undefined : requireEmail(input.email);
  const isNewAddress = email !== undefined && email !== user.email;
  const changes: UserChanges = { updatedAt: app.clock() };
  if (input.displayName !== undefined) changes.displayName = requireDisplayName(input.displayName);
  if (input.avatarUrl !== undefined) changes.avatarUrl = requireAvatarUrl(input.avatarUrl);
  if (input.customClaims !== undefined) changes.customClaims = requireCustomClaims(input.customClaims);
  if (input.emailVerified !== undefined) {
    changes.emailVerifiedAt = input.emailVerified ? (user.emailVerifiedAt ?? app.clock()) : null;
  } else if (isNewAddress) {
    changes.emailVerifiedAt = null; // nobody has proven the new address
  }
  if (input.password !== undefined) {
    await requireStrongPassword(project, input.password, email ?? user.email);
    changes.passwordHash = await app.passwords.hash(input.password);
  }
  // Whoever has an address and a password is no guest any more.
  if (user.guestSince !== null && email !== undefined && input.password !== undefined)
    changes.guestSince = null;
  return { email, changes };
}

function kindsOf(before: User, after: User): `user.${string}`[] {
  const kinds: [boolean, `user.${string}`][] = [
    [before.email !== after.email, "user.email_changed"],
    [before.emailVerifiedAt === null && after.emailVerifiedAt !== null, "user.email_verified"],
    [before.passwordHash !== after.passwordHash, "user.password_changed"],
    [before.customClaims !== after.customClaims, "user.claims_changed"],
    [
      before.displayName !== after.displayName || before.avatarUrl !== after.avatarUrl,
      "user.profile_changed",
    ],
    [before.guestSince !== null && after.guestSince === null, "user.guest_converted"],
  ];
  return kinds.flatMap(([applies, kind]) => (applies ? [kind] : []));
}
